import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';

import { UploadDocumentsSchema } from '@domain/api/documents';
import { ReceivedFileSchema, UploadListEntrySchema, UploadStateSchema } from '@domain/api/uploads';
import type { UploadStatus } from '@domain/upload-status';
import { checkTable } from '../../services/repository/jobs/handlers/check-table';
import { ingestFile } from '../../services/repository/jobs/handlers/ingest-file';
import { uploads } from '../../services/repository/store/schema';
import type { Actor } from '../../services/repository/context/context';
import type { TestFileStore } from './file-stores';
import { actors, bearer, createTestApi } from './test-api';
import { maxWaitMs } from './test-repository';

export interface PostedFile {
  name: string;
  content: string | Buffer;
}

let contents = 0;
/** A small table with unique content. */
export function smallTable(name = 'grip.csv'): PostedFile {
  contents += 1;
  return { name, content: `person,sex,grip\n${contents},m,41.5\n${contents + 1},f,30\n` };
}

export function uploadForm(posted: PostedFile[]): FormData {
  const body = new FormData();
  for (const { name, content } of posted) body.append('upload', new File([content as BlobPart], name));
  return body;
}

export const uploadNumber = (id: string): number => Number.parseInt(id, 10);

interface UploadApiOptions {
  /** The worker also checks tables. */
  checks?: boolean;
  /** Where files and unfinished uploads are; on disk if it is left out. */
  openStore?: () => Promise<TestFileStore>;
}

/** The test API with a worker that reads files, and calls of a contributor. */
export async function openUploadApi({ checks = false, openStore }: UploadApiOptions = {}) {
  const test = await createTestApi();
  const { repository } = test;
  const store = await openStore?.();
  if (store) Object.assign(repository, { files: store.files, parts: await store.openParts(repository.db) });
  repository.jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(repository, data, signal, isFinal));
  if (checks) {
    repository.jobs.handle('check-table', (data, signal, isFinal) => checkTable(repository, data, signal, isFinal));
  }
  await repository.jobs.start();
  Object.assign(repository.settings, { minFileBytes: 10, maxFileBytes: 1_000_000, jobWaitMs: maxWaitMs });

  async function call(actor: Actor | null, address: string, init: RequestInit & { language?: string } = {}) {
    const headers = new Headers(init.headers);
    headers.set('Accept-Language', init.language ?? 'en');
    if (actor) headers.set('Authorization', (await bearer(actor)).Authorization);
    return test.api.request(address, { ...init, headers });
  }
  const post = (actor: Actor, posted: PostedFile[], kind = 'raw') =>
    call(actor, `/api/fileupload/${kind}`, { method: 'POST', body: uploadForm(posted) });

  return {
    ...test,
    call,
    post,
    /** Uploads a file as the contributor and returns its id. */
    async take(posted: PostedFile = smallTable()): Promise<string> {
      const response = await post(actors.contributor, [posted]);
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      const [entry] = ReceivedFileSchema.array().parse(await response.json());
      return entry?.id ?? '';
    },
    list: async () =>
      UploadListEntrySchema.array().parse(await (await call(actors.contributor, '/api/fileupload/user')).json()),
    state: async (id: string, language = 'en') =>
      UploadStateSchema.parse(
        await (await call(actors.contributor, `/api/fileupload/${id}/state`, { language })).json(),
      ),
    setStatus: (id: string, status: UploadStatus) =>
      repository.db
        .update(uploads)
        .set({ status })
        .where(eq(uploads.number, uploadNumber(id))),
    /** Number of originals in the file store. */
    async originals() {
      const keys: string[] = [];
      for await (const { key } of repository.files.list('originals/')) keys.push(key);
      return keys.length;
    },
    /** Unfinished writes of the file store on disk. */
    unfinished: async () => readdir(path.join(await folderOfObjects(repository.files), '.incoming')),
    async close() {
      await test.close();
      await store?.close();
    },
  };
}
export type UploadApi = Awaited<ReturnType<typeof openUploadApi>>;

/** The API of `openUploadApi` for all tests of a file. None of them may cause an error of the server or of a job. */
export function useUploadApi(options: UploadApiOptions = {}): UploadApi {
  const api = {} as UploadApi;
  beforeAll(async () => {
    Object.assign(api, await openUploadApi(options));
  });
  afterAll(async () => {
    expect(api.serverErrors).toEqual([]);
    expect(api.jobLog).toEqual([]);
    await api.close();
  });
  return api;
}

async function folderOfObjects(files: { withScratchFile<T>(use: (file: string) => Promise<T>): Promise<T> }) {
  return files.withScratchFile(async (file) => path.dirname(path.dirname(file)));
}

/** Adds a README to an upload of the contributor and returns its id. */
export async function addDocument(
  { api }: Pick<UploadApi, 'api'>,
  id: string,
  { name, content }: PostedFile = { name: 'README.txt', content: 'Grip strength in kg.' },
): Promise<string> {
  const body = uploadForm([{ name, content }]);
  const headers = await bearer(actors.contributor);
  const response = await api.request(`/api/fileupload/${id}/documents`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return UploadDocumentsSchema.parse(await response.json()).find(({ fileName }) => fileName === name)?.id ?? '';
}
