import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ReceivedFileSchema, RowWindowSchema } from '@domain/api/uploads';

import { fileStores, type TestFileStore } from '../../../tests/support/file-stores';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { ingestFile } from '../jobs/handlers/ingest-file';
import { maxWaitMs } from '../../../tests/support/test-repository';

const rowCount = 30_000;
const csv = ['person,grip', ...Array.from({ length: rowCount }, (_, i) => `p${i},${i % 60}.5`)].join('\n');
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe.each(fileStores)('With objects $name,', ({ open }) => {
  let opened: TestFileStore;
  let test_: TestApi;
  beforeAll(async () => {
    opened = await open();
    test_ = await createTestApi({ files: opened.files });
    const { repository } = test_;
    repository.jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(repository, data, signal, isFinal));
    repository.settings.jobWaitMs = maxWaitMs;
    await repository.jobs.start();
  });
  afterAll(async () => {
    await test_.close();
    await opened.close();
  });

  async function call(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = await bearer(actors.contributor);
    return test_.api.request(address, { ...init, headers });
  }
  async function post(name: string, content: string): Promise<Response> {
    const body = new FormData();
    body.append('upload', new File([content], name));
    return call('/api/fileupload/raw', { method: 'POST', body });
  }
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of opened.files.list('')) keys.push(key.split('/')[0] ?? '');
    return keys.sort();
  };

  test('a file is stored, read, shown as rows and digest, returned unchanged, and deleted completely', async () => {
    const received = await post('grip.csv', csv);
    expect(received.status).toBe(201);
    const [file] = ReceivedFileSchema.array().parse(await received.json());
    expect(file?.tables).toEqual(['grip']);
    expect(await objects()).toEqual(['originals', 'tables']);

    const rows = await call(`/api/fileupload/${file?.id}/rows?offset=${rowCount - 1}&limit=5`);
    const shown = RowWindowSchema.parse(await rows.json());
    expect(shown.rows).toEqual([{ row: rowCount + 1, values: [`p${rowCount - 1}`, '59.5'] }]);
    const digest = (await (await call(`/api/fileupload/${file?.id}`)).json()) as {
      tables: { columns: { rows: number }[] }[];
    };
    expect(digest.tables[0]?.columns[1]?.rows).toBe(rowCount);

    const original = await call(`/api/fileupload/${file?.id}/original`);
    expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(sha256(Buffer.from(csv)));

    expect((await call(`/api/fileupload/${file?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await objects()).toEqual([]);
    expect(test_.serverErrors).toEqual([]);
  });

  test('nothing is kept of a file that is too large', async () => {
    test_.repository.settings.maxFileBytes = 1000;
    const refused = await post('large.csv', csv);
    expect(refused.status).toBe(413);
    expect(await objects()).toEqual([]);
    expect(await opened.unfinished()).toEqual([]);
    expect(test_.serverErrors).toEqual([]);
  });
});
