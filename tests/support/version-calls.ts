import { expect } from 'vitest';

import type { MappingEntry } from '@domain/api/mapping';
import { StudyMetadataSchema } from '@domain/api/metadata';
import { type Revision, RevisionSchema } from '@domain/api/reviews';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import { removeObjectsOf } from '../../services/repository/jobs/handlers/remove-objects';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from './editorial-calls';
import { explainProblems } from './explain-problems';
import { actors } from './test-api';
import { uploadForm, type UploadApi } from './upload-calls';

const { contributor, expert1, expert2 } = actors;

/** How the columns of `gripTable` are mapped. */
export const gripMapping: MappingEntry[] = [
  { source: 'id', target: { key: 'person_id', unit: '' } },
  { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
  { source: 'age', target: { key: 'age_y', unit: 'a' } },
  { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
];

let studies = 0;
/** A table of unique adults. `grips` are in the first rows in place of the usual values; the same `study` has the same people. */
export function gripTable({ study = (studies += 1), count = 200, grips = [] as number[] } = {}) {
  const rows = Array.from({ length: count }, (_, i) => {
    const grip = grips[i] ?? 35 + ((i * 5) % 14);
    return `s${study}-${i};${i % 3 === 0 ? 'f' : 'm'};${20 + ((i * 7) % 40)};${grip}`;
  });
  return { study, content: ['id;sex;age;grip', ...rows, ''].join('\n') };
}

/** Has the jobs of acceptance and publication done, with DOIs of the repository's registrar. */
export function handlePublication({ repository }: Pick<UploadApi, 'repository'>): void {
  repository.jobs.handle('register-doi', (data, signal) => registerDoi(repository, data, signal));
  repository.jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  repository.jobs.handle('send-mail', (mail) => repository.mail.send(mail));
  repository.jobs.handle('remove-objects', (data, signal) => removeObjectsOf(repository, data, signal));
}

/** Metadata that state as many people as `gripTable` has. */
const describing = (title: string) => withEntries(completeMetadata(title), entry(14, ['200']));

/** What a contributor and the board do with versions of data sets. */
export function versionCalls(api: UploadApi) {
  async function send(address: string, method = 'GET', body?: unknown, actor = contributor): Promise<Response> {
    return api.call(actor, address, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }
  async function json<T>(address: string, method = 'GET', body?: unknown): Promise<T> {
    const response = await send(address, method, body);
    if (!response.ok) throw new Error(`${method} ${address}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  /** Uploads, maps and describes a table. */
  async function described(title: string, content: string, metadata = describing(title)): Promise<string> {
    const id = await api.take({ name: 'study.csv', content });
    await json(`/api/mapping/raw/${id}/study`, 'POST', gripMapping);
    await explainProblems(api, id, 'study');
    await json('/api/metadata', 'POST', { id: [id], metadata });
    return id;
  }
  /** Both experts accept, and the jobs that follow are done. */
  async function accept(id: string): Promise<void> {
    expect((await castVote(api, expert1, id)).status).toBe(200);
    expect((await castVote(api, expert2, id, { nr: 2 })).status).toBe(200);
    await api.settle();
  }
  const submit = (id: string, news?: string) => send(`/api/submit/${id}`, 'POST', news === undefined ? {} : { news });
  return {
    send,
    json,
    described,
    accept,
    submit,
    accepted: async (title: string, content = gripTable().content, metadata = describing(title)) => {
      const id = await described(title, content, metadata);
      await json(`/api/submit/${id}`, 'POST');
      await accept(id);
      return id;
    },
    /** Asks for a new version. */
    ask: (id: string, actor = contributor) => send(`/api/fileupload/${id}/versions`, 'POST', undefined, actor),
    begin: async (id: string): Promise<Revision> =>
      RevisionSchema.parse(await json(`/api/fileupload/${id}/versions`, 'POST')),
    /** Replaces the file of an upload. */
    correct: async (id: string, content: string): Promise<void> => {
      const body = uploadForm([{ name: 'study.csv', content }]);
      const response = await api.call(contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      await api.settle();
    },
    metadataOf: async (id: string) => StudyMetadataSchema.parse(await json(`/api/metadata/${id}`)).metadata,
    numberOf: async (id: string) => (await api.state(id)).nr ?? 0,
  };
}
