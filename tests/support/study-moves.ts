import { about, newTitle, post, remove, saveMetadata } from './race-calls';
import { addUploadAt, ask, type ReadyUpload } from './ready-uploads';
import type { Field, Move } from './serial-outcomes';
import { actors, type TestApi } from './test-api';

/** Calls for race tests, about titles and the uploads of a study. */

const { contributor, other } = actors;

export interface TwoTitles extends Field {
  mine: ReadyUpload;
  theirs: ReadyUpload;
}

/** Two users with one study each. */
export async function twoTitles(server: TestApi): Promise<TwoTitles> {
  const title = newTitle();
  const mine = await addUploadAt(server, 'described', { metadata: about(`${title}A`) });
  const theirs = await addUploadAt(server, 'described', { metadata: about(`${title}B`), owner: other });
  return { uploads: [mine, theirs], title, mine, theirs };
}

export const titles = {
  'mine takes theirs': (server, { mine, title }) => saveMetadata(server, [mine.id], about(`${title}B`)),
  'theirs takes mine': (server, { theirs, title }) => saveMetadata(server, [theirs.id], about(`${title}A`), other),
  'mine takes a new one': (server, { mine, title }) => saveMetadata(server, [mine.id], about(`${title}C`)),
  'theirs takes the new one': (server, { theirs, title }) =>
    saveMetadata(server, [theirs.id], about(`${title}C`), other),
  'mine is deleted': (server, { mine }) => remove(server, `/api/fileupload/${mine.id}`),
  'mine is submitted': (server, { mine }) => post(server, `/api/submit/${mine.id}`),
} satisfies Record<string, Move<TwoTitles>>;

export interface TwoFiles extends Field {
  raw: ReadyUpload;
  agg: ReadyUpload;
}

/** A raw and an aggregated upload with separate metadata. */
export async function twoStudies(server: TestApi): Promise<TwoFiles> {
  const title = newTitle();
  const raw = await addUploadAt(server, 'described', { metadata: about(`${title}A`) });
  const agg = await addUploadAt(server, 'described', { metadata: about(`${title}B`), kind: 'agg' });
  return { uploads: [raw, agg], title, raw, agg };
}

/** A raw and an aggregated upload that share their metadata. */
export async function oneStudy(server: TestApi): Promise<TwoFiles> {
  const field = await twoStudies(server);
  await studies.join(server, field);
  return field;
}

export const studies = {
  'join the other way': (server, { raw, agg, title }) =>
    saveMetadata(server, [agg.id, raw.id], about(`${title}B`, 'speed')),
  join: (server, { raw, agg, title }) => saveMetadata(server, [raw.id, agg.id], about(`${title}A`)),
  part: (server, { raw, agg, title }) =>
    post(server, '/api/metadata', { id: [raw.id], detach: [agg.id], metadata: about(`${title}A`) }),
  'part the other way': (server, { raw, agg, title }) =>
    post(server, '/api/metadata', { id: [agg.id], detach: [raw.id], metadata: about(`${title}D`) }),
  'save raw': (server, { raw, title }) => saveMetadata(server, [raw.id], about(`${title}A`, 'speed')),
  'save agg': (server, { agg, title }) => saveMetadata(server, [agg.id], about(`${title}C`, 'balance')),
  'submit raw': (server, { raw }) => post(server, `/api/submit/${raw.id}`),
  'submit both': (server, { raw, agg }) => post(server, `/api/submit/${raw.id}`, { withUploads: [{ id: agg.id }] }),
  'declare codes': (server, { agg }) =>
    ask(server, contributor, `/api/metadata/${agg.id}/missing-codes`, { method: 'PUT', body: ['-7'] }),
  'delete agg': (server, { agg }) => remove(server, `/api/fileupload/${agg.id}`),
} satisfies Record<string, Move<TwoFiles>>;
