import { z } from 'zod';

import { ProblemSchema } from '@domain/api/mapping';
import { type MetadataEntry, StudyMetadataSchema } from '@domain/api/metadata';
import { UploadListEntrySchema, UploadStateSchema } from '@domain/api/uploads';
import { HistoryEntrySchema } from '@domain/board/history';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import type { ApiServer } from './api-server';
import type { Caller } from './board-moves';

/** A data set from its file to the withdrawal of its first version. */
export interface Life {
  name: string;
  /** Ids of the uploads of both versions; '' until they exist. */
  first: string;
  second: string;
}

/** Something that is done once in a life. Whoever lost the response looks whether it is done before doing it again. */
export interface Step {
  name: string;
  run(server: ApiServer, life: Life): Promise<Response>;
  isDone(server: ApiServer, life: Life): Promise<boolean>;
}

/** People in the file of a life, as its metadata state. */
const people = 700;
const mapping = [
  { source: 'id', target: { key: 'person_id', unit: '' } },
  { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
  { source: 'age', target: { key: 'age_y', unit: 'a' } },
  { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
];
export const correctedAbstract = 'Corrected words.';
const newAbstract = 'Words of the second version.';

/** Parses the body of a successful response. */
export async function read<Schema extends z.ZodType>(
  schema: Schema,
  response: Promise<Response>,
): Promise<z.infer<Schema>> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return schema.parse(await answer.json());
}

const post = (server: ApiServer, caller: Caller, address: string, body: unknown, method = 'POST') =>
  server.call(caller, address, { method, body });
const stateOf = (server: ApiServer, id: string) =>
  read(UploadStateSchema, server.call('contributor', `fileupload/${id}/state`));
/** Everything that was done with an upload, as the chair sees it. */
export const historyOf = (server: ApiServer, id: string) =>
  read(HistoryEntrySchema.array(), server.call('chair', `editorial/${id}/history`));

async function count(server: ApiServer, id: string, act: string): Promise<number> {
  const response = await server.call('chair', `editorial/${id}/history`);
  // It is not submitted yet.
  if (response.status === 404) return 0;
  return HistoryEntrySchema.array()
    .parse(await response.json())
    .filter((one) => one.act === act).length;
}

function fileOf({ name }: Life): FormData {
  const rows = Array.from(
    { length: people },
    (_, at) => `${name}-${at};${at % 2 ? 'f' : 'm'};${20 + (at % 40)};${30 + (at % 15)}`,
  );
  const body = new FormData();
  body.append('upload', new File([['id;sex;age;grip', ...rows, ''].join('\n')], `${name}.csv`));
  return body;
}

function metadataOf({ name }: Life): MetadataEntry[] {
  const until = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000);
  const embargo = `---${until.getUTCFullYear()}-${until.getUTCMonth() + 1}-${until.getUTCDate()}`;
  return withEntries(completeMetadata(`Grip of ${name}`), entry(14, [`${people}`]), entry(fieldIds.embargo, [embargo]));
}

async function explain(server: ApiServer, { first, name }: Life): Promise<Response> {
  const found = await read(ProblemSchema.array(), server.call('contributor', `mapping/errors/${first}/${name}`));
  const comments = found.flatMap(({ id, canOverride }) => (canOverride ? [{ id, comment: 'Right.' }] : []));
  return post(server, 'contributor', `mapping/override/${first}/${name}`, comments);
}

async function changed(server: ApiServer, id: string, ...entries: MetadataEntry[]): Promise<MetadataEntry[]> {
  const { metadata } = await read(StudyMetadataSchema, server.call('contributor', `metadata/${id}`));
  return withEntries(metadata, ...entries);
}

const OpenVersionSchema = z.object({ openVersion: z.object({ id: z.string() }).nullable(), id: z.string() });

/** Finds the uploads of a life, whose ids a lost response may have had. */
async function find(server: ApiServer, life: Life): Promise<void> {
  const uploads = await read(UploadListEntrySchema.array(), server.call('contributor', 'fileupload/user'));
  life.first = uploads.find(({ file }) => file === `${life.name}.csv`)?.id ?? life.first;
  const sets = await read(OpenVersionSchema.array(), server.call('contributor', 'fileupload/data-sets'));
  life.second = sets.find(({ id }) => id === life.first)?.openVersion?.id ?? life.second;
  // The list has both versions under the name of the file; the first one is the older.
  const own = uploads.filter(({ file }) => file === `${life.name}.csv`).map(({ id }) => id);
  if (own.length > 1) [life.second = '', life.first = ''] = own;
}

const vote = (expert: 'expert1' | 'expert2', version: 'first' | 'second'): Step => {
  const nr = expert === 'expert1' ? 1 : 2;
  return {
    name: `${expert} votes on the ${version} version`,
    run: (server, life) => {
      const email = `${expert}@example.org`;
      const content = { nr, email, rating: 1, note: 'Sound.', isImpartial: true, version: 0 };
      return post(server, expert, `editorial/${life[version]}`, content);
    },
    isDone: async (server, life) => (await count(server, life[version], 'voted')) >= nr,
  };
};

const inHistory = (version: 'first' | 'second', act: string) => async (server: ApiServer, life: Life) =>
  (await count(server, life[version], act)) > 0;

/** All steps of a life in their order. */
export const steps: readonly Step[] = [
  {
    name: 'the file is uploaded',
    run: (server, life) => server.call('contributor', 'fileupload/raw', { method: 'POST', body: fileOf(life) }),
    isDone: async (server, life) => {
      await find(server, life);
      return life.first !== '' && (await stateOf(server, life.first)).state === 'ready';
    },
  },
  {
    name: 'its columns are mapped',
    run: (server, { first, name }) => post(server, 'contributor', `mapping/raw/${first}/${name}`, mapping),
    isDone: async (server, { first }) => (await stateOf(server, first)).flags.mapped,
  },
  {
    name: 'its problems are explained',
    run: explain,
    isDone: async (server, { first }) => (await stateOf(server, first)).flags.checked,
  },
  {
    name: 'it is described, with an embargo',
    run: (server, life) => post(server, 'contributor', 'metadata', { id: [life.first], metadata: metadataOf(life) }),
    isDone: async (server, { first }) => (await stateOf(server, first)).flags.meta,
  },
  {
    name: 'it is submitted',
    run: (server, { first }) => post(server, 'contributor', `submit/${first}`, {}),
    isDone: inHistory('first', 'submitted'),
  },
  {
    name: 'changes are requested',
    run: (server, { first }) =>
      post(server, 'expert1', `editorial/${first}/changes`, { panel: 1, points: ['Name it.'], isImpartial: true }),
    isDone: inHistory('first', 'requested-changes'),
  },
  {
    name: 'they are answered, and it is submitted again',
    run: async (server, { first }) => {
      const answers = { answers: ['It is named.'] };
      const saved = await post(server, 'contributor', `fileupload/${first}/answers`, answers, 'PUT');
      return saved.ok ? post(server, 'contributor', `submit/${first}`, {}) : saved;
    },
    isDone: inHistory('first', 'handed-in'),
  },
  vote('expert1', 'first'),
  vote('expert2', 'first'),
  {
    name: 'its metadata is corrected',
    run: async (server, { first }) => {
      const metadata = await changed(server, first, entry(fieldIds.abstract, [correctedAbstract]));
      return post(server, 'contributor', `fileupload/${first}/metadata-corrections`, { metadata, note: 'A slip' });
    },
    isDone: inHistory('first', 'corrected'),
  },
  {
    name: 'the embargo is ended',
    run: (server, { first }) => {
      const until = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
      return post(server, 'contributor', `fileupload/${first}/embargo`, { until });
    },
    isDone: inHistory('first', 'shortened-embargo'),
  },
  {
    name: 'a second version is begun',
    run: (server, { first }) => post(server, 'contributor', `fileupload/${first}/versions`, {}),
    isDone: async (server, life) => {
      await find(server, life);
      return life.second !== '' && (await stateOf(server, life.second)).flags.checked;
    },
  },
  {
    name: 'the second version is described anew',
    run: async (server, { second }) => {
      const metadata = await changed(server, second, entry(fieldIds.abstract, [newAbstract]));
      return post(server, 'contributor', 'metadata', { id: [second], metadata });
    },
    isDone: async (server, { second }) =>
      JSON.stringify(await changed(server, second)).includes(JSON.stringify(newAbstract)),
  },
  {
    name: 'the second version is submitted',
    run: (server, { second }) => post(server, 'contributor', `submit/${second}`, { news: 'A better abstract.' }),
    isDone: inHistory('second', 'submitted'),
  },
  vote('expert1', 'second'),
  vote('expert2', 'second'),
  {
    name: 'the first version is withdrawn',
    run: (server, { first }) =>
      post(server, 'chair', `editorial/${first}/withdrawal`, { decision: 'withdraw', reason: 'Not calibrated.' }),
    isDone: inHistory('first', 'withdrew-data'),
  },
];
