import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PublishedFilesSchema, tableFormats } from '@domain/api/published-files';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { readSavBytes } from '../../../tests/support/read-sav-bytes';
import { readSavIndependently } from '../../../tests/support/read-sav-independently';
import { readWorkbook } from '../../../tests/support/read-workbook';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { sqlText } from '../context/table-engine';
import { insertSession } from '../store/download-sessions';
import { listPublishedTables } from '../store/published-data-sets';

let api: TestApi;
let folder: string;
const columns = [
  { key: 'person_id', unit: '', source: 'ID' },
  { key: 'sex', unit: '', source: 'Geschlecht' },
  { key: 'slj', unit: 'cm', source: 'Weit' },
  { key: 'group', unit: '', source: 'Gruppe', info: { label: 'Gruppe', valueLabels: { k: 'Kontrolle', zz: 'Übung' } } },
];
const rows = [
  [1, 'm', 151.5, 'k'],
  [2, 'f', 140.25, null],
  [3, null, null, 'ü"1,\n2'],
  [4, 'm', 163, '=1+1'],
];
const values = rows.map(
  (row) => `(${row.map((v) => (v === null ? 'null' : typeof v === 'number' ? v : sqlText(v))).join()})`,
);
const select = `select person_id::bigint as person_id, sex, slj::double as slj, "group"
  from (values ${values.join()}) as t(person_id, sex, slj, "group")`;
const closedSelect = 'select i::double as slj from range(30) as t(i)';
const slj = [{ key: 'slj', unit: 'cm', source: 'Weit' }];

beforeAll(async () => {
  api = await createTestApi();
  folder = await mkdtemp(path.join(os.tmpdir(), 'published-files-'));
  const { repository } = api;
  await publishForTest(repository, { nr: 1, title: 'Größe & Sprung', tables: [{ name: 'data', select, columns }] });
  const long = 'select repeat(\'x\', 32768) as "group"';
  await publishForTest(repository, {
    nr: 2,
    title: 'Several',
    tables: [
      { name: 'Klasse 3a/b', select: closedSelect, columns: slj },
      { name: 'long', select: long, columns: [{ key: 'group', unit: '', source: 'G' }] },
      { name: 'high', select: 'select i::double as slj from range(1048576) as t(i)', columns: slj },
      { name: 'nothing', select: 'select null as nothing from range(3)', columns: [] },
    ],
  });
  const closed = { title: 'Closed', rights: ['SUFL 1.0'], owner: 'contributor' };
  await publishForTest(repository, {
    nr: 3,
    ...closed,
    tables: [{ name: 'data', select: closedSelect, columns: slj }],
  });
  await publishForTest(repository, { nr: 4, ...closed, tables: [{ name: 'data', select: `${closedSelect} limit 5`, columns: slj }] }); // prettier-ignore
  // The headers of an answered form; the first of two sessions is not answered.
  const session = (id: string, subject: string) => ({ id, subject, createdAt: new Date(), openedAt: new Date() });
  await get('/api/search/mydownloads', actors.other);
  await get('/api/search/mydownloads', actors.expert3);
  const answered = { institution: 'U', country: 'DE', purpose: 'Teaching' };
  await insertSession(repository.db, { ...session('00000000-0000-4000-8000-000000000001', 'other'), ...answered }, [3]);
  await insertSession(repository.db, session('00000000-0000-4000-8000-000000000002', 'expert3'), [3]);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function get(address: string, actor: Parameters<typeof bearer>[0] | null = null, headers = {}, method = 'GET') {
  return api.api.request(address, { method, headers: { ...headers, ...(actor && (await bearer(actor))) } });
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const fileOf = async (address: string, actor: Parameters<typeof bearer>[0] | null = null) => {
  const response = await get(address, actor);
  expect(response.status, address).toBe(200);
  return bytesOf(response);
};
const list = async (nr: number, actor: Parameters<typeof bearer>[0] | null = null) =>
  PublishedFilesSchema.parse(await (await get(`/api/search/data/${nr}/files`, actor)).json());

test('csv holds the table as the package does', async () => {
  const csv = (await fileOf('/api/search/data/1/files/data.csv')).toString();
  expect(csv).toBe('person_id,sex,slj,group\r\n1,m,151.5,k\r\n2,f,140.25,\r\n3,,,"ü""1,\n2"\r\n4,m,163,\'=1+1\r\n');
});

test('Parquet is the published object, with its own size before it is asked for', async () => {
  const before = (await list(1)).find(({ format }) => format === 'parquet');
  const bytes = await fileOf('/api/search/data/1/files/data.parquet');
  expect(bytes.length).toBe(before?.bytes);
  const file = path.join(folder, 'a.parquet');
  await writeFile(file, bytes);
  const read = await api.repository.tables.all(`select * from read_parquet(${sqlText(file)})`);
  expect(read.map((row) => Object.values(row))).toEqual(rows);
});

test('Parquet can be read in parts, as DuckDB does: its size, its end, then its footer', async () => {
  const address = '/api/search/data/1/files/data.parquet';
  const head = await get(address, null, { Range: 'bytes=0-0' }, 'HEAD');
  const size = Number(head.headers.get('Content-Length'));
  expect([head.status, head.headers.get('Accept-Ranges'), size]).toEqual([200, 'bytes', expect.any(Number)]);
  const part = async (start: number, end: number) => {
    const response = await get(address, null, { Range: `bytes=${start}-${end}` });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(response.headers.get('ETag')).toBe(head.headers.get('ETag'));
    return bytesOf(response);
  };
  const end = await part(size - 8, size - 1);
  expect(end.toString('latin1', 4)).toBe('PAR1');
  const footer = await part(size - 8 - end.readUInt32LE(0), size - 9);
  expect(footer.toString('latin1')).toContain('person_id');
});

describe.each(['en', 'de'])('SPSS with labels in %s', (lang) => {
  const labels = { en: ['Person ID', 'Sex / gender', 'male'], de: ['Personen-ID', 'Geschlecht', 'männlich'] }[lang]!;
  const address = `/api/search/data/1/files/data.sav?lang=${lang}`;

  test('has the labels, value labels and cells of the table', async () => {
    const read = await readSavBytes(await fileOf(address));
    expect(read.columns.map(({ name, label, kind }) => [name, label, kind]).slice(0, 2)).toEqual([
      ['person_id', labels[0], 'number'],
      ['sex', labels[1], 'text'],
    ]);
    expect(read.columns[1]?.valueLabels).toMatchObject({ m: labels[2] });
    expect(read.columns[2]?.label).toMatch(/\(cm\)$/);
    expect(read.columns[3]?.valueLabels).toEqual({ k: 'Kontrolle', zz: 'Übung' });
    expect(read.rows).toEqual(rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))));
  });

  test('is read alike by a library that is not ours', async () => {
    const read = await readSavIndependently(await fileOf(address));
    expect(read.variables.map(({ name }) => name)).toEqual(columns.map(({ key }) => key));
    expect(read.variables[1]?.label).toBe(labels[1]);
    expect(read.valueLabels.sex?.[0]).toEqual(['m', labels[2]]);
    const cells = read.rows.map((row) => columns.map(({ key }) => row[key] ?? ''));
    expect(cells).toEqual(rows.map((row) => row.map((cell) => cell ?? '')));
  });
});

test('Excel gets the table and its codebook in the language', async () => {
  for (const [lang, sheets, sex] of [['en', ['Data', 'Codebook'], 'Sex / gender'], ['de', ['Daten', 'Codebuch'], 'Geschlecht']] as const) {
    const file = path.join(folder, `${lang}.xlsx`);
    await writeFile(file, await fileOf(`/api/search/data/1/files/data.xlsx?lang=${lang}`));
    const workbook = await readWorkbook(file);
    expect([...workbook.keys()]).toEqual(sheets);
    const [head, ...cells] = workbook.get(sheets[0]) ?? [];
    expect(head).toEqual(columns.map(({ key }) => key));
    const texts = rows.map((row) => row.map((cell) => String(cell ?? '')));
    // Empty cells at the end of a row are not written.
    expect(cells.map((row) => [...row, ''].slice(0, 4))).toEqual(texts);
    const codebook = workbook.get(sheets[1]) ?? [];
    expect(codebook.map((row) => row[1]).slice(1)).toEqual(columns.map(({ key }) => key));
    expect(codebook[2]?.[2]).toBe(sex);
  }
}); // prettier-ignore

test('what Excel cannot hold is refused, and the other formats hold it', async () => {
  const refused = async (fileName: string) => {
    const response = await get(`/api/search/data/2/files/${fileName}`, null, { 'Accept-Language': 'de' });
    return { status: response.status, ...((await response.json()) as { code: string; title: string }) };
  };
  expect(await refused('table-2-long.xlsx')).toMatchObject({ status: 422, code: 'cell-too-long-for-xlsx' });
  expect(await refused('table-3-high.xlsx')).toMatchObject({
    status: 422,
    code: 'too-many-rows-for-xlsx',
    title: expect.stringContaining('1048576 Zeilen'),
  });
  const { rows: cut } = await readSavBytes(await fileOf('/api/search/data/2/files/table-2-long.sav'));
  expect(cut[0]?.[0]).toHaveLength(32_767);
  const sav = await fileOf('/api/search/data/2/files/table-3-high.sav');
  expect(sav.readInt32LE(80)).toBe(1_048_576);
});

test('the list names the files of all tables that have columns, with size and sum once they are made', async () => {
  const files = await list(2);
  expect(files.map(({ fileName }) => fileName)).toEqual(
    ['table-1-klasse-3a-b', 'table-2-long', 'table-3-high'].flatMap((name) =>
      tableFormats.map((format) => `${name}.${format}`),
    ),
  );
  const [csv] = await list(3);
  expect(csv).toEqual({
    table: 'data',
    format: 'csv',
    fileName: 'data.csv',
    mediaType: 'text/csv; charset=utf-8; header=present',
    bytes: null,
    sha256: null,
    address: '/api/search/data/3/files/data.csv',
    isOpen: false,
  });
  const bytes = await fileOf('/api/search/data/1/files/data.csv');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect((await list(1))[0]).toMatchObject({ bytes: bytes.length, sha256 });
  const german = await get('/api/search/data/3/files', null, { 'Accept-Language': 'de' });
  expect(PublishedFilesSchema.parse(await german.json()).at(-1)?.address).toBe(
    '/api/search/data/3/files/data.sav?lang=de',
  );
});

test('the list tells whether the caller may have the files now', async () => {
  const isOpen = async (nr: number, actor: Parameters<typeof bearer>[0] | null) => {
    const files = PublishedFilesSchema.parse(await (await get(`/api/search/data/${nr}/files`, actor)).json());
    return new Set(files.map((file) => file.isOpen));
  };
  for (const actor of [null, actors.expert1, actors.expert3]) expect(await isOpen(3, actor)).toEqual(new Set([false]));
  for (const actor of [actors.contributor, actors.other]) expect(await isOpen(3, actor)).toEqual(new Set([true]));
  expect(await isOpen(4, null)).toEqual(new Set([false]));
  expect(await isOpen(1, null)).toEqual(new Set([true]));
});

test('an open file may be kept by caches and read by scripts of other sites', async () => {
  await fileOf('/api/search/data/1/files/data.csv');
  const { headers } = await get('/api/search/data/1/files/data.csv');
  expect(headers.get('Cache-Control')).toMatch(/^public, max-age=\d+$/);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Link')).toBe(`<https://motothek.example/data-set/1>; rel="collection"; type="text/html"`);
  expect(headers.get('Content-Disposition')).toContain('filename="motothek-1-data.csv"');
  const sav = await get('/api/search/data/1/files/data.sav', null, { Range: 'bytes=0-3' });
  expect(sav.headers.get('Vary')).toContain('Accept-Language');
});

test('no cache keeps a closed file', async () => {
  for (const actor of [actors.contributor, actors.other]) {
    const { status, headers } = await get('/api/search/data/3/files/data.parquet', actor, { Range: 'bytes=0-3' });
    expect([status, headers.get('Cache-Control')]).toEqual([206, 'private, no-store']);
  }
});

describe('Without an answered form', () => {
  const askers = [null, actors.expert1, actors.expert3];

  test('size and checksum of a closed file are told to nobody, before and after it is made', async () => {
    const told = async (nr: number, actor: Parameters<typeof bearer>[0] | null) =>
      (await list(nr, actor)).flatMap(({ bytes, sha256 }) => [bytes, sha256]);
    const nothing = tableFormats.flatMap(() => [null, null]);
    for (const actor of askers) expect(await told(4, actor)).toEqual(nothing);
    for (const format of tableFormats) await fileOf(`/api/search/data/4/files/data.${format}`, actors.contributor);
    for (const actor of askers) expect(await told(4, actor)).toEqual(nothing);
    const linked = await (await get('/api/search/metadata/4.jsonld')).json();
    expect(JSON.stringify(linked)).not.toMatch(/contentSize|sha256/);
    const [csv] = await list(4, actors.contributor);
    expect(csv).toMatchObject({ bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test.each(tableFormats)('a closed %s is refused, even if all of its rows are shown', async (format) => {
    for (const actor of askers) {
      for (const nr of [3, 4]) {
        for (const method of ['GET', 'HEAD']) {
          for (const Range of ['none', 'bytes=0-9']) {
            const response = await get(`/api/search/data/${nr}/files/data.${format}`, actor, { Range }, method);
            const [status, code] = actor ? [403, 'licence-form-open'] : [401, 'unauthenticated'];
            expect([response.status, response.headers.get('Content-Length')]).toEqual([status, null]);
            expect(response.headers.get('WWW-Authenticate')).toBe(actor ? null : 'Bearer realm="Motothek"');
            if (method === 'GET') expect(await response.json()).toMatchObject({ code });
          }
        }
      }
    }
  });

  test('the tag of a closed file confirms nothing', async () => {
    const own = await get('/api/search/data/3/files/data.csv', actors.contributor);
    const headers = { 'If-None-Match': own.headers.get('ETag') ?? '' };
    expect((await get('/api/search/data/3/files/data.csv', null, headers)).status).toBe(401);
  });
});

test.each([
  '/api/search/data/1/files/data.dta',
  '/api/search/data/1/files/other.csv',
  '/api/search/data/2/files/table-4-nothing.csv',
  '/api/search/data/999/files/data.csv',
  '/api/search/data/999/files',
])('%s does not exist', async (address) => {
  expect((await get(address)).status).toBe(404);
});

test('rows that the store has lost are named', async () => {
  const { repository } = api;
  await publishForTest(repository, {
    nr: 5,
    title: 'Lost',
    tables: [{ name: 'data', select: closedSelect, columns: slj }],
  });
  const [table] = await listPublishedTables(repository.db, [5]);
  await repository.files.remove(table?.objectKey ?? '');
  for (const format of tableFormats) {
    const response = await get(`/api/search/data/5/files/data.${format}`);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'rows-missing' }]);
  }
  expect((await list(5)).map(({ bytes }) => bytes)).toEqual([null, null, null, null]);
});

test('another language than ours is refused', async () => {
  expect((await get('/api/search/data/1/files/data.sav?lang=fr')).status).toBe(400);
});

test('the server reports no errors', () => {
  expect(api.serverErrors).toEqual([]);
});
