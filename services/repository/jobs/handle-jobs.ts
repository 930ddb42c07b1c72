import type { RepositoryContext } from '../context/context';
import { deletePerson } from '../persons/delete-person';
import { whileSpace } from '../receiving/storage-room';
import { assignExperts } from './handlers/assign-experts';
import { checkTable } from './handlers/check-table';
import { ingestFile } from './handlers/ingest-file';
import { mailSearches } from './handlers/mail-searches';
import { publishUpload } from './handlers/publish-upload';
import { registerDoi } from './handlers/register-doi';
import { removeObjectsOf } from './handlers/remove-objects';

/** Has every kind of job done by its handler, once the queue starts to work. */
export function handleJobs(context: RepositoryContext): void {
  const { jobs, mail } = context;
  jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(context, data, signal, isFinal));
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(context, data, signal, isFinal));
  jobs.handle('assign-experts', (data) => assignExperts(context, data));
  jobs.handle('publish-upload', (data, signal) =>
    whileSpace(context, signal, (watched) => publishUpload(context, data, watched)),
  );
  jobs.handle('register-doi', (data, signal) => registerDoi(context, data, signal));
  jobs.handle('mail-searches', (data) => mailSearches(context, data));
  jobs.handle('delete-person', (data, signal) => deletePerson(context, data, signal));
  jobs.handle('remove-objects', (data, signal) => removeObjectsOf(context, data, signal));
  // When the server dies right after sending, the mail is sent again, with an id that tells that it is the same.
  jobs.handle('send-mail', (data, _signal, _isFinal, id) => mail.send({ ...data, id }));
}
