import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublishedFilesSchema } from '@domain/api/published-files';
import type { Licence } from '@domain/licences';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { bagErrors, crateErrors, croissantErrors, dataPackageErrors } from '../../../tests/support/validate-package';
import { insertDocument, listDocuments } from '../store/documents';
import { removeDataRows } from '../store/remove-data';
import { uploads } from '../store/schema';

const text = 'Größe in cm, gemessen von Anna Schmidt.';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await publish(1, 'CC-BY 4.0');
  await publish(2, 'SUFL 1.0');
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

async function publish(nr: number, right: Licence): Promise<void> {
  const columns = [{ key: 'handgrip', unit: 'kg', source: 'Grip' }];
  const tables = [{ name: 'adults', select: 'select 41.5 as handgrip', columns }];
  await publishForTest(api.repository, { nr, title: `Grip ${nr}`, rights: [right], tables });
  const { db, files, now } = api.repository;
  const [upload] = await db.select().from(uploads).where(eq(uploads.nr, nr));
  const objectKey = `originals/document-${nr}`;
  const stored = await files.put(objectKey, Readable.from([Buffer.from(text)]));
  const read = { state: 'read' as const, pages: null, emptyPages: null, findings: [] };
  const document = { name: 'Größen #1.md', objectKey, ...stored, ...read, receivedAt: now() };
  await db.transaction((tx) => insertDocument(tx, { ...document, upload: upload?.number ?? 0 }));
}

const get = async (path: string, actor: typeof actors.other | null = null) =>
  api.api.request(path, { headers: actor ? await bearer(actor) : {} });
const address = (nr: number) => `/api/search/data/${nr}/files/Gr%C3%B6%C3%9Fen%20%231.md`;
const documentsOf = async (nr: number) =>
  PublishedFilesSchema.parse(await (await get(`/api/search/data/${nr}/files`)).json()).filter(
    ({ table }) => table === null,
  );

test('a document is listed with the files of the data set, and sent as it is, but never as a page', async () => {
  const [document] = await documentsOf(1);
  expect(document).toMatchObject({ format: 'md', fileName: 'Größen #1.md', address: address(1), isOpen: true });
  expect(document?.bytes).toBe(Buffer.byteLength(text));
  const response = await get(address(1));
  expect(await response.text()).toBe(text);
  expect(response.headers.get('Content-Type')).toBe('text/markdown');
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment/);
  expect(response.headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'");
  const part = await api.api.request(address(1), { headers: { Range: 'bytes=0-1' } });
  expect([part.status, part.headers.get('Content-Length')]).toEqual([206, '2']);
});

test('a licence with a form closes documents as it closes tables', async () => {
  expect(await documentsOf(2)).toMatchObject([{ isOpen: false, bytes: null, sha256: null }]);
  expect((await get(address(2))).status).toBe(401);
  expect((await get(address(2), actors.other)).status).toBe(403);
});

test('a package has the documents, and every list in it names them', async () => {
  const response = await get('/api/search/data/1/package');
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  expect(bagErrors(files)).toEqual([]);
  const name = [...files.keys()].find((path) => path.endsWith('documents/Größen #1.md')) ?? '';
  expect(files.get(name)?.toString('utf8')).toBe(text);
  const textOf = (end: string) => files.get([...files.keys()].find((path) => path.endsWith(end)) ?? '')!.toString();
  expect(textOf('manifest-sha256.txt')).toContain('documents/Größen #1.md');
  expect(textOf('README.txt')).toContain('documents/');
  for (const list of ['ro-crate-metadata.json', 'croissant.json', 'datapackage.json']) {
    expect(textOf(list)).toContain('documents/Größen #1.md');
    expect(textOf(list)).toContain('text/markdown');
  }
  const below = (folder: RegExp) =>
    new Map([...files].filter(([path]) => folder.test(path)).map(([path, file]) => [path.replace(folder, ''), file]));
  expect(crateErrors(JSON.parse(textOf('ro-crate-metadata.json')) as never, below(/^[^/]+\/data\//))).toEqual([]);
  const own = below(/^[^/]+\/data\/[^/]+\//);
  expect(croissantErrors(JSON.parse(textOf('croissant.json')) as never, own)).toEqual([]);
  expect(dataPackageErrors(JSON.parse(textOf('datapackage.json')) as never)).toEqual([]);
});

test('a withdrawn data set gives no document', async () => {
  const { db, now } = api.repository;
  await db.update(uploads).set({ withdrawnAt: now() }).where(eq(uploads.nr, 1));
  expect((await get(address(1))).status).toBe(410);
  expect((await get('/api/search/data/1/files')).status).toBe(410);
  await db.update(uploads).set({ withdrawnAt: null }).where(eq(uploads.nr, 1));
});

test('when the data of a data set is removed, so are its documents', async () => {
  const { db } = api.repository;
  const [upload] = await db.select().from(uploads).where(eq(uploads.nr, 2));
  const { number = 0 } = upload ?? {};
  const keys = await db.transaction((tx) => removeDataRows(tx, { number, nr: 2 }));
  expect(keys).toContain('originals/document-2');
  expect(await listDocuments(db, number)).toEqual([]);
});
