import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import type { Licence } from '@domain/licences';
import { type WithdrawalView, WithdrawalViewSchema } from '@domain/life/withdrawal';

import type { Actor, RepositoryContext } from '../../services/repository/context/context';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import { removeObjectsOf } from '../../services/repository/jobs/handlers/remove-objects';
import { files, studies, uploads } from '../../services/repository/store/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { ask } from './ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from './source-uploads';
import { actors, chair, type TestApi } from './test-api';

/** An accepted upload of `actors.contributor` with its public number. */
export interface PublishedUpload {
  id: string;
  number: number;
  nr: number;
}

/** What a test chooses of a data set. */
interface NewDataSet {
  nr: number;
  title: string;
  licence?: Licence;
  metadata?: MetadataEntry[];
  /** Its table, and how it is mapped; a few grips without it. */
  table?: { csv: string; mapping: Record<string, string> };
  /** Upload of the first version, if it is another version of a data set. */
  series?: { first: number; version: number };
}

/** Opens an API in which data sets can be accepted and withdrawn: its jobs run (`handleLifeJobs`), and its chair has an account. */
export async function openLifeApi(): Promise<SourceApi> {
  const api = await openSourceApi();
  handleLifeJobs(api);
  await ask(api, chair, '/api/editorial');
  return api;
}

/** Lets the jobs run that follow from the publication and withdrawal of data sets. Mails are in `mails`. */
export function handleLifeJobs({ repository }: TestApi): void {
  const { jobs } = repository;
  jobs.handle('register-doi', (data, signal) => registerDoi(repository, data, signal));
  jobs.handle('remove-objects', (data, signal) => removeObjectsOf(repository, data, signal));
  jobs.handle('send-mail', (mail) => repository.mail.send(mail));
}

/** Rows of each of these data sets. */
export const publishedRows = 4;
const fewGrips = {
  csv: ['sex,grip', ...Array.from({ length: publishedRows }, (_, index) => `f,${20 + index}.5`)].join('\n'),
  mapping: { sex: 'sex|m/f', grip: 'handgrip|kg' },
};

/**
 * Accepts an upload with one table and this title, and publishes it with its DOI as the jobs do, unless `metadata` has an
 * embargo.
 */
export async function acceptUpload(
  api: SourceApi,
  { nr, title, licence = 'CC-BY 4.0', metadata = [], table = fewGrips, series }: NewDataSet,
): Promise<PublishedUpload> {
  const { repository } = api;
  const { id, number } = await api.addUpload({
    tables: [{ name: 'grips', csv: table.csv }],
    metadata: withEntries(completeMetadata(title), entry(20, [licence]), ...metadata),
  });
  await storeOriginal(repository, number);
  const body = mappingOf(table.mapping);
  await ask(api, actors.contributor, `/api/mapping/raw/${id}/grips`, { method: 'POST', body });
  const at = repository.now();
  await repository.db
    .update(uploads)
    .set({
      status: 'Accepted',
      nr,
      submittedAt: at,
      decidedAt: at,
      ...(series && { series: series.first, version: series.version }),
    })
    .where(eq(uploads.number, number));
  const [upload] = await repository.db.select().from(uploads).where(eq(uploads.number, number));
  await repository.db.update(studies).set({ title, titleKey: title }).where(eq(studies.id, upload!.study));
  await publishUpload(repository, { upload: number }, new AbortController().signal);
  await registerDoi(repository, { upload: number });
  return { id, number, nr };
}

/** The object to which the row of the original refers. */
async function storeOriginal({ db, files: store }: RepositoryContext, number: number): Promise<void> {
  const [file] = await db.select({ key: files.objectKey }).from(files).where(eq(files.upload, number));
  await store.put(file!.key, Readable.from([Buffer.from('the original')]));
}

/** Asks for an act on the withdrawal of a data set, by its address behind the id of the upload. */
export function actOn(
  api: TestApi,
  actor: Actor,
  { id }: PublishedUpload,
  act: 'withdrawal' | 'restoration' | 'removal' | 'removal/confirmation' | 'removal/refusal',
  body?: { reason: string; decision?: 'withdraw' | 'decline' },
): Promise<Response> {
  const base = actor.subject === actors.contributor.subject ? '/api/fileupload' : '/api/editorial';
  return ask(api, actor, `${base}/${id}/${act}`, { method: 'POST', body });
}

/** The chair withdraws a data set. */
export async function withdrawNow(api: TestApi, upload: PublishedUpload, reason = 'A wrong file.'): Promise<void> {
  await viewOf(await actOn(api, chair, upload, 'withdrawal', { decision: 'withdraw', reason }));
}

/** The state of a withdrawal in a response. */
export async function viewOf(response: Response): Promise<WithdrawalView> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return WithdrawalViewSchema.parse(await response.json());
}

/** Code of the refusal in a response, with its status: '409 already-withdrawn'. */
export async function refusalOf(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}
