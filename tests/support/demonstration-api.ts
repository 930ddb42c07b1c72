import { createDemonstration } from '../../services/repository/demo/create-demonstration';
import { checkTable } from '../../services/repository/jobs/handlers/check-table';
import { ingestFile } from '../../services/repository/jobs/handlers/ingest-file';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import { actors, createTestApi, type TestApi } from './test-api';

/** API with the published data sets of the demonstration, made by its own jobs. */
export async function openDemonstrationApi(): Promise<TestApi> {
  const testApi = await createTestApi();
  const { repository } = testApi;
  const { jobs } = repository;
  jobs.handle('ingest-file', (data, signal) => ingestFile(repository, data, signal));
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(repository, data, signal, isFinal));
  jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  jobs.handle('register-doi', (data) => registerDoi(repository, data));
  jobs.handle('send-mail', (data) => repository.mail.send(data));
  await jobs.start();
  await createDemonstration(repository, actors);
  await testApi.settle();
  return testApi;
}
