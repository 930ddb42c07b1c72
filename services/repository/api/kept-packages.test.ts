import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { readUseMark, useMarkName } from '@domain/api/use';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { listDataSets } from '../store/data-set-records';
import { dataSets, dois, keptFiles } from '../store/schema';

let testApi: TestApi;
/** The day moves on while packages stay the same. */
let days = 0;
const now = () => new Date(Date.UTC(2026, 10, 20 + days, 12));

beforeAll(async () => {
  testApi = await createTestApi({ now });
  const columns = [
    { key: 'sex', unit: '', source: 'Geschlecht' },
    { key: 'handgrip', unit: 'kg', source: 'Kraft' },
  ];
  const select = "select 'm' as sex, (20 + i % 50) / 2.0 as handgrip from range(500) t(i)";
  const tables = [{ name: 'all', select, columns }];
  await publishForTest(testApi.repository, { nr: 1, title: 'Grip of adults', tables });
  await publishForTest(testApi.repository, { nr: 2, title: 'Licensed', rights: ['SUFL 1.0'], tables });
  await publishForTest(testApi.repository, { nr: 3, title: 'No table' });
});
afterAll(() => testApi.close());
beforeEach(async () => {
  days = 0;
  await testApi.repository.db.delete(keptFiles);
});

const call = async (path: string, init: RequestInit = {}) =>
  testApi.api.request(path, { ...init, headers: { ...(await bearer(actors.other)), ...init.headers } });
const start = async (numbers: number[]) => {
  const response = await call('/api/search/download', { method: 'POST', body: JSON.stringify(numbers) });
  return response.headers.get('Location')!;
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** A package, when it is kept: it may be sent before that. */
const keep = async (address: string, count = 1) => {
  const bytes = await bytesOf(await call(address));
  await expect.poll(keptKeys).toHaveLength(count);
  return bytes;
};
const keptKeys = async () => {
  const rows = await testApi.repository.db.select({ key: keptFiles.contentKey }).from(keptFiles);
  return rows.map(({ key }) => key);
};

test('a package is made once, for all sessions and days, and for the data set without a session', async () => {
  const first = await keep(await start([1]));
  days = 5;
  const later = await call(await start([1]));
  expect(later.headers.get('Content-Disposition')).toContain('motothek-2026-11-25.zip');
  expect((await bytesOf(later)).equals(first)).toBe(true);
  const single = await testApi.api.request('/api/search/data/1/package');
  expect(single.headers.get('Content-Disposition')).toContain('motothek-1-grip-of-adults.zip');
  expect((await bytesOf(single)).equals(first)).toBe(true);
  expect(await keptKeys()).toHaveLength(1);
});

test('packages of several data sets are the same in every order', async () => {
  const first = await keep(await start([1, 3]));
  expect((await bytesOf(await call(await start([3, 1])))).equals(first)).toBe(true);
  const folders = [...(await readZip(first)).keys()].map((name) => name.split('/').slice(0, 3).join('/'));
  expect(new Set(folders)).toContain('motothek-data-sets/data/1-grip-of-adults');
  expect(new Set(folders)).toContain('motothek-data-sets/data/3-no-table');
});

test('a kept package is sent with its length, in parts, and not again to a client that has it', async () => {
  const address = await start([1]);
  const whole = await keep(address);
  const again = await call(address);
  expect(again.headers.get('Content-Length')).toBe(String(whole.length));
  expect(again.headers.get('Cache-Control')).toBe('private, no-store');
  const tag = again.headers.get('ETag')!;
  const part = await call(address, { headers: { Range: 'bytes=100-', 'If-Range': tag } });
  expect([part.status, part.headers.get('Content-Range')]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ]);
  expect((await bytesOf(part)).equals(whole.subarray(100))).toBe(true);
  expect((await call(address, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  expect((await call(address, { headers: { Range: `bytes=${whole.length}-` } })).status).toBe(416);
  const head = await call(address, { method: 'HEAD' });
  expect(head.headers.get('Content-Length')).toBe(String(whole.length));
});

test('HEAD makes no package', async () => {
  for (const address of [await start([1]), '/api/search/data/1/package']) {
    const head = await call(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length'), head.headers.get('ETag')]).toEqual([200, null, null]);
    expect(head.headers.get('Content-Type')).toBe('application/zip');
  }
  await keep('/api/search/data/3/package');
  expect(await keptKeys()).toHaveLength(1);
});

test('a download that goes on is not counted again', async () => {
  const address = await start([1]);
  await keep(address);
  for (const path of [address, '/api/search/data/1/package']) {
    const counted = async (headers: Record<string, string>) => {
      const answer = await call(path, { headers });
      return readUseMark(answer.headers.get(useMarkName) ?? '').numbers;
    };
    expect(await counted({})).toEqual([1]);
    expect(await counted({ Range: 'bytes=0-99' })).toEqual([1]);
    expect(await counted({ Range: 'bytes=100-' })).toEqual([]);
  }
});

describe('What is in a package decides under which key it is kept:', () => {
  const address = '/api/search/data/1/package';

  test.each([
    ['nothing', async () => undefined, 0],
    ['its citation', async () => updateDoi({ publicationYear: 2025 }), 1],
    ['the state of its DOI', async () => testApi.repository.db.update(dois).set({ registrar: 'datacite' }), 1],
    [
      'its metadata',
      async () => testApi.repository.db.update(dataSets).set({ metadata: [] }).where(eq(dataSets.nr, 1)),
      1,
    ],
  ])('when %s changes', async (_, change, more) => {
    await keep(address);
    await change();
    await keep(address, 1 + more);
    expect(await keptKeys()).toHaveLength(1 + more);
  });
});

describe('Another wording of the program gives another package:', () => {
  test.each([
    ['quality statement', async () => (await import('../packaging/quality-text')).qualityTexts.en, 'heading'],
    ['reasons for left-out columns', async () => (await import('../packaging/texts')).withheldReasons.de, 'remark'],
  ])('%s', async (_, load, key) => {
    await keep('/api/search/data/1/package');
    // As after a restart with another version.
    vi.resetModules();
    ((await load()) as Record<string, unknown>)[key] = 'Other words';
    const { openPackage } = await import('../downloads/open-package');
    const opened = await openPackage(testApi.repository, await listDataSets(testApi.repository.db, [1]), {
      isHead: false,
    });
    if (opened instanceof Readable) opened.resume();
    await expect.poll(keptKeys).toHaveLength(2);
  });
});

async function updateDoi(attributes: object): Promise<void> {
  const { db } = testApi.repository;
  for (const doi of await db.select().from(dois)) {
    await db
      .update(dois)
      .set({ attributes: { ...(doi.attributes as object), ...attributes } })
      .where(eq(dois.upload, doi.upload));
  }
}

test('without a session, a package under the licence with a form is refused', async () => {
  const nobody = await testApi.api.request('/api/search/data/2/package');
  expect([nobody.status, nobody.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="Motothek"']);
  const other = await call('/api/search/data/2/package');
  expect([other.status, await other.json()]).toEqual([403, expect.objectContaining({ code: 'licence-form-open' })]);
  expect((await testApi.api.request('/api/search/data/99/package')).status).toBe(404);
  expect(await keptKeys()).toEqual([]);
});
