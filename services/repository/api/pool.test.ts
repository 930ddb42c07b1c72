import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PoolDataSetsSchema } from '@domain/api/pool';
import { fieldIds } from '@domain/metadata/field-ids';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { readSavIndependently } from '../../../tests/support/read-sav-independently';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { sqlText } from '../context/table-engine';
import { uploads } from '../store/schema';
import { insertSession } from '../store/download-sessions';

let api: TestApi;
let folder: string;

const column = (key: string, unit = '') => ({ key, unit, source: key.toUpperCase() });
const wideColumns = [
  column('person_id'),
  column('sex'),
  column('age_y', 'a'),
  column('test_date'),
  column('slj', 'cm'),
  column('group'),
];
const wide = `select i::bigint as person_id, case when i % 2 = 0 then 'f' else 'm' end as sex,
  (6 + i % 5 + 0.5)::double as age_y, case when i % 3 = 0 then '2018-05' else '2019-06' end as test_date,
  case when i <> 4 then (100 + i)::double end as slj, case when i = 1 then '=1+1' when i = 2 then 'ü, "x"' end as "group"
  from range(1, 13) as t(i)`;

/** A person and a test in each row; two trials of the long jump, and the handgrip twice. */
const longRows = [
  [1, 'f', 'slj', 120, 'cm', 1],
  [1, 'f', 'slj', 125, 'cm', 2],
  [1, 'f', 'run6min', 900, 'm', null],
  [2, 'm', 'slj', 130, 'cm', 1],
  [2, 'm', 'handgrip.left', 20, 'kg', 1],
  [2, 'm', 'handgrip.left', 21, 'kg', 2],
  [null, 'm', 'run6min', 800, 'm', null],
  [null, 'm', 'run6min', 800, 'm', null],
];
const value = (one: string | number | null) =>
  one === null ? 'null' : typeof one === 'number' ? String(one) : sqlText(one);
const long = `select person_id::bigint as person_id, sex, test_name, test_value::double as test_value, test_unit,
  test_trial::double as test_trial
  from (values ${longRows.map((row) => `(${row.map(value).join()})`).join()})
    as t(person_id, sex, test_name, test_value, test_unit, test_trial)`;
const longColumns = ['person_id', 'sex', 'test_name', 'test_value', 'test_unit', 'test_trial'].map((key) =>
  column(key),
);
const sljColumns = [column('slj', 'cm')];
const sljs = (count: number) => `select (200 + i)::double as slj from range(${count}) as t(i)`;
/** Jumps both in a column and as rows, beside rows of another test. */
const mixed = `select i::bigint as person_id, case when i < 2 then (100 + i)::double end as slj,
  case when i % 2 = 0 then 'run6min' else 'slj' end as test_name, (900 + i)::double as test_value, 'm' as test_unit
  from range(4) as t(i)`;
const mixedColumns = ['person_id', 'slj', 'test_name', 'test_value', 'test_unit'].map((key) => column(key));
const country = (name: string) => [{ id: fieldIds.country, name: 'Country', values: [name] }];

beforeAll(async () => {
  api = await createTestApi();
  folder = await mkdtemp(path.join(os.tmpdir(), 'pool-'));
  const publish = (set: Parameters<typeof publishForTest>[1]) => publishForTest(api.repository, set);
  await publish({
    nr: 1,
    title: 'Größe & Sprung',
    exercises: ['slj'],
    tables: [{ name: 'data', select: wide, columns: wideColumns }],
    metadata: country('Germany'),
  });
  await publish({
    nr: 2,
    title: 'Long rows',
    rights: ['CC-BY-SA 4.0'],
    exercises: ['slj', 'run6min', 'handgrip'],
    years: [2015, 2016],
    ages: [8, 9],
    metadata: country('Austria'),
    tables: [{ name: 'data', select: long, columns: longColumns }],
  });
  const closed = { rights: ['SUFL 1.0'], owner: 'contributor' };
  const sljTable = (count: number) => [{ name: 'data', select: sljs(count), columns: sljColumns }];
  await publish({ nr: 3, title: 'Closed', ...closed, exercises: ['slj'], tables: sljTable(30) });
  await publish({ nr: 4, title: 'Short and closed', ...closed, tables: sljTable(5) });
  await publish({ nr: 5, title: 'Groups', kind: 'agg', tables: [] });
  await publish({ nr: 6, title: 'Once more', tables: sljTable(3) });
  await publish({ nr: 7, title: 'Both', tables: [{ name: 'data', select: mixed, columns: mixedColumns }] });
  const jumps = `select * from (${long}) where test_name = 'slj'`;
  await publish({ nr: 8, title: 'Only jumps', tables: [{ name: 'data', select: jumps, columns: longColumns }] });
  const session = (id: string, subject: string) => ({ id, subject, createdAt: new Date(), openedAt: new Date() });
  await ask('/api/search/mydownloads', { actor: actors.other });
  await ask('/api/search/mydownloads', { actor: actors.expert3 });
  const answered = { institution: 'U', country: 'DE', purpose: 'Teaching' };
  const { db } = api.repository;
  await insertSession(db, { ...session('00000000-0000-4000-8000-000000000001', 'other'), ...answered }, [3]);
  await insertSession(db, session('00000000-0000-4000-8000-000000000002', 'expert3'), [3]);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

interface Asking {
  actor?: Parameters<typeof bearer>[0] | null;
  headers?: Record<string, string>;
  method?: string;
}
async function ask(address: string, { actor = null, headers = {}, method = 'GET' }: Asking = {}) {
  return api.api.request(address, { method, headers: { ...headers, ...(actor && (await bearer(actor))) } });
}
async function bytesOf(address: string, asking: Asking = {}) {
  const response = await ask(address, asking);
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
type Row = Record<string, string>;
const readCsv = (text: string) => Papa.parse<Row>(text.trimEnd(), { header: true }).data;
const rowsOf = async (query: string, asking: Asking = {}) =>
  readCsv((await bytesOf(`/api/pool?${query}`, asking)).toString('utf8'));
const refusalOf = async (query: string, asking: Asking = {}) => {
  const response = await ask(`/api/pool?${query}`, asking);
  return [response.status, ((await response.json()) as { code: string }).code];
};

describe('the table', () => {
  test('has the rows of a published table one by one, with what they belong to before them', async () => {
    const published = readCsv((await bytesOf('/api/search/data/1/files/data.csv')).toString('utf8'));
    const pooled = await rowsOf('data-sets=1');
    expect(published).toHaveLength(12);
    expect(pooled).toEqual(
      published.map((row) => ({
        data_set: '1',
        data_set_doi: expect.stringMatching(/^10\.5072\/MT-\d+$/) as string,
        person: `1-${row.person_id}`,
        ...row,
      })),
    );
  });

  test('is the union of all columns, in the order of the vocabulary', async () => {
    const rows = await rowsOf('data-sets=2,1');
    expect(Object.keys(rows[0]!)).toEqual([
      ...['data_set', 'data_set_doi', 'person', 'person_id', 'sex', 'age_y', 'test_date', 'group', 'test_trial'],
      ...['run6min', 'slj', 'handgrip.left', 'slj.t1', 'slj.t2'],
    ]);
    expect(rows.map(({ data_set }) => data_set)).toEqual([
      ...Array<string>(12).fill('1'),
      ...Array<string>(6).fill('2'),
    ]);
  });

  test('unfolds rows for each test without losing or merging a result', async () => {
    const rows = await rowsOf('data-sets=2');
    const short = rows.map((row) =>
      ['person', 'sex', 'test_trial', 'run6min', 'handgrip.left', 'slj.t1', 'slj.t2'].map((key) => row[key]).join(),
    );
    expect(short).toEqual([
      '2-1,f,,900,,120,125',
      '2-2,m,,,,130,',
      '2-2,m,1,,20,,',
      '2-2,m,2,,21,,',
      ',m,,800,,,',
      ',m,,800,,,',
    ]);
  });

  test('has no column of trials if each of them has a column of its own', async () => {
    const [first, ...others] = await rowsOf('data-sets=8');
    expect(Object.keys(first!)).toEqual(['data_set', 'data_set_doi', 'person', 'person_id', 'sex', 'slj.t1', 'slj.t2']);
    expect([first, ...others].map((row) => [row?.person, row?.['slj.t1'], row?.['slj.t2']])).toEqual([
      ['8-1', '120', '125'],
      ['8-2', '130', ''],
    ]);
  });

  test('puts an apostrophe before what a spreadsheet would run, as all csv does', async () => {
    const [first, second] = await rowsOf('data-sets=1');
    expect([first?.group, second?.group]).toEqual(["'=1+1", 'ü, "x"']);
  });

  test('is the same in Parquet and in sav', async () => {
    const csv = await rowsOf('data-sets=1,2');
    const file = path.join(folder, 'pool.parquet');
    await writeFile(file, await bytesOf('/api/pool?data-sets=1,2&format=parquet'));
    const parquet = await api.repository.tables.all(`select * from read_parquet(${sqlText(file)})`);
    const asText = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).map(([key, one]) => [key, one === null ? '' : String(one)]));
    const plain = csv.map((row) => ({ ...row, group: row.group!.replace(/^'/, '') }));
    expect(parquet.map(asText)).toEqual(plain);
    const sav = await readSavIndependently(await bytesOf('/api/pool?data-sets=1,2&format=sav&lang=de'));
    // The library leaves out what is missing.
    const filled = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, one]) => one !== ''));
    expect(sav.rows.map(asText).map(filled)).toEqual(plain.map(filled));
    expect(sav.header.n_cases).toBe(18);
    expect(sav.valueLabels.data_set).toEqual([[1, 'Größe & Sprung'], [2, 'Long rows']]); // prettier-ignore
    const ofDataSet = sav.variables.find(({ name }) => name === 'data_set');
    expect(ofDataSet?.label).toBe('Nummer des Datensatzes in der Motothek');
  });
});

describe('choosing rows', () => {
  const countOf = async (query: string) => (await rowsOf(query)).length;

  test('by age in completed years, both ends included', async () => {
    const rows = await rowsOf('data-sets=1&ages=7-8');
    expect([...new Set(rows.map(({ age_y }) => age_y))].sort()).toEqual(['7.5', '8.5']);
    expect(rows).toHaveLength(6);
  });

  test('by sex, year and country, and by all of them', async () => {
    expect(await countOf('data-sets=1&sex=f')).toBe(6);
    expect(await countOf('data-sets=1&sex=f,m')).toBe(12);
    expect(await countOf('data-sets=1&sex=f&sex=m')).toBe(12);
    expect(await countOf('data-sets=1&years=2018')).toBe(4);
    expect(await countOf('data-sets=1&years=2018-2019&countries=DE')).toBe(12);
    expect(await countOf('data-sets=1&years=2018&sex=f&ages=7')).toBe(1);
  });

  test('by what is said of the data set where the table does not say it, if all of that is chosen', async () => {
    expect(await countOf('data-sets=1,2&countries=AT')).toBe(6);
    expect(await countOf('data-sets=1,2&countries=AT,DE')).toBe(18);
    expect(await countOf('data-sets=1,2&years=2015-2018')).toBe(4 + 6);
    expect(await refusalOf('data-sets=2&years=2015')).toEqual([422, 'pool-empty']);
    expect(await countOf('data-sets=2&ages=8-9')).toBe(6);
    expect(await refusalOf('data-sets=2&ages=8')).toEqual([422, 'pool-empty']);
  });

  test('by tests: rows with a result of one of them, and no column of the others', async () => {
    const rows = await rowsOf('data-sets=1,2&tests=slj');
    expect(Object.keys(rows[0]!).filter((key) => /^(slj|run|hand)/.test(key))).toEqual(['slj', 'slj.t1', 'slj.t2']);
    expect(rows.map(({ person }) => person)).toEqual([
      ...[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => `1-${id}`),
      ...['2-1', '2-2'],
    ]);
    expect(await refusalOf('data-sets=1&tests=cooper12')).toEqual([422, 'pool-empty']);
  });

  test('by tests in a table that has a test both as a column and as rows', async () => {
    const short = async (query: string) =>
      (await rowsOf(query)).map((row) => ['person', 'slj', 'test_name', 'test_value'].map((key) => row[key]).join());
    expect(await short('data-sets=7')).toHaveLength(4);
    expect(await short('data-sets=7&tests=run6min')).toEqual(['7-0,,run6min,900', '7-2,,run6min,902']);
    expect(await short('data-sets=7&tests=slj')).toEqual(['7-0,100,,', '7-1,101,slj,901', '7-3,,slj,903']);
    expect(await rowsOf('data-sets=1,7&tests=run6min')).toHaveLength(2);
  });

  test.each([
    ['', 'no data set'],
    ['data-sets=0', 'a number that is none'],
    ['data-sets=1&ages=9-8', 'ends in the wrong order'],
    ['data-sets=1&ages=6-121', 'an age beyond the limit'],
    ['data-sets=1&sex=w', 'an unknown code'],
    ['data-sets=1&tests=jump', 'an unknown test'],
    ['data-sets=1&countries=Germany', 'no code of a country'],
    ['data-sets=1&format=xlsx', 'an unknown format'],
    [`data-sets=${Array.from({ length: 201 }, (_, i) => i + 1).join()}`, 'too many data sets'],
  ])('refuses %s: %s', async (query) => expect(await refusalOf(query)).toEqual([400, 'bad-request']));
});

describe('who may have it', () => {
  const closedRows = 'data-sets=1,3';

  test('nobody gets a row under SUFL 1.0 without the form, by no method, format or range', async () => {
    for (const [actor, expected] of [
      [null, [401, 'unauthenticated']],
      [actors.expert3, [403, 'licence-form-open']],
      [actors.expert1, [403, 'licence-form-open']],
    ] as const) {
      for (const format of ['csv', 'parquet', 'sav']) {
        for (const address of ['/api/pool', '/api/pool/package']) {
          const query = `${address}?${closedRows}&format=${format}`;
          const headers: Record<string, string>[] = [{}, { Range: 'bytes=0-9' }];
          for (const header of headers) expect((await ask(query, { actor, headers: header })).status).toBe(expected[0]);
          const head = await ask(query, { actor, method: 'HEAD' });
          expect([head.status, head.headers.get('ETag')]).toEqual([expected[0], null]);
        }
      }
      expect(await refusalOf(closedRows, { actor })).toEqual(expected);
    }
  });

  test('who answered it gets the rows, also where others asked before, and only of that data set', async () => {
    const rows = await rowsOf(closedRows, { actor: actors.other });
    expect(rows.filter(({ data_set }) => data_set === '3')).toHaveLength(30);
    expect(await refusalOf(closedRows)).toEqual([401, 'unauthenticated']);
    expect(await refusalOf('data-sets=3,4', { actor: actors.other })).toEqual([403, 'licence-form-open']);
  });

  test('the contributor gets them, and nobody keeps them for others', async () => {
    const response = await ask(`/api/pool?${closedRows}`, { actor: actors.contributor });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    await response.arrayBuffer();
    const open = await ask('/api/pool?data-sets=1&sex=f', {});
    await open.arrayBuffer();
    const again = await ask('/api/pool?data-sets=1&sex=f', {});
    expect(again.headers.get('Cache-Control')).toMatch(/^public/);
    await again.arrayBuffer();
  });

  test('a list says who may take what', async () => {
    const list = async (actor: Asking['actor']) =>
      PoolDataSetsSchema.parse(await (await ask('/api/pool/data-sets?data-sets=3,1,5,99', { actor })).json()).map(
        ({ nr, kind, isOpen }) => [nr, kind, isOpen],
      );
    expect(await list(null)).toEqual([[1, 'raw', true], [3, 'raw', false], [5, 'agg', true]]); // prettier-ignore
    expect(await list(actors.other)).toEqual([[1, 'raw', true], [3, 'raw', true], [5, 'agg', true]]); // prettier-ignore
  });

  test('nobody gets rows of a withdrawn data set, also where they were made before', async () => {
    const { db } = api.repository;
    await rowsOf('data-sets=1,6');
    const number = eq(uploads.nr, 6);
    await db.update(uploads).set({ withdrawnAt: new Date() }).where(number);
    expect(await refusalOf('data-sets=1,6')).toEqual([410, 'data-sets-withdrawn']);
    expect(await refusalOf('data-sets=1,6', { headers: { Range: 'bytes=0-9' } })).toEqual([410, 'data-sets-withdrawn']);
    await db.update(uploads).set({ withdrawnAt: null }).where(number);
  });

  test('refuses two versions of a data set, which have the same people', async () => {
    const { db } = api.repository;
    const [first] = await db.select({ number: uploads.number }).from(uploads).where(eq(uploads.nr, 1));
    await db.update(uploads).set({ series: first!.number }).where(eq(uploads.nr, 6));
    expect(await refusalOf('data-sets=1,6')).toEqual([422, 'pool-versions']);
    await db.update(uploads).set({ series: null }).where(eq(uploads.nr, 6));
  });

  test('refuses unknown data sets and aggregated ones', async () => {
    expect(await refusalOf('data-sets=1,99')).toEqual([404, 'not-found']);
    expect(await refusalOf('data-sets=1,5')).toEqual([422, 'pool-raw-only']);
  });
});

describe('the file', () => {
  test('is made once, and can be read in parts', async () => {
    const address = '/api/pool?data-sets=1,2&sex=m&format=parquet';
    expect((await ask(address, { method: 'HEAD' })).headers.get('ETag')).toBeNull();
    const whole = await bytesOf(address);
    const head = await ask(address, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(whole.length));
    const part = await ask(address, { headers: { Range: 'bytes=-8' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(-8)]);
    const known = await ask(address, { headers: { 'If-None-Match': head.headers.get('ETag') ?? '' } });
    expect(known.status).toBe(304);
    const reordered = await ask('/api/pool?data-sets=2,1&format=parquet&sex=m', { method: 'HEAD' });
    expect(reordered.headers.get('ETag')).toBe(head.headers.get('ETag'));
  });

  test('a part of a file that is not made yet is a part of the whole', async () => {
    const address = '/api/pool?data-sets=1,2&sex=d,m';
    const part = await ask(address, { headers: { Range: 'bytes=0-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'data_set']);
  });

  test('counts as a download of each data set', async () => {
    const response = await ask('/api/pool?data-sets=2,1');
    expect(response.headers.get('Motothek-Use')).toBe('download 1,2');
    await response.arrayBuffer();
  });
});

describe('the package', () => {
  const filesOf = async (query: string, asking: Asking = {}) =>
    readZip(await bytesOf(`/api/pool/package?${query}`, asking));
  const textOf = (files: Awaited<ReturnType<typeof readZip>>, name: string) => String(files.get(name));

  test('has the table, its codebook, citations, licences and what was chosen', async () => {
    const files = await filesOf('data-sets=1,2&tests=slj&lang=en');
    expect([...files.keys()]).toEqual([
      ...['README.txt', 'data.csv', 'codebook.csv', 'citations.txt', 'CITATION.bib'],
      ...['LICENCE-CC-BY-4.0.txt', 'LICENCE-CC-BY-SA-4.0.txt'],
    ]);
    expect(textOf(files, 'data.csv')).toBe((await bytesOf('/api/pool?data-sets=1,2&tests=slj')).toString());
    const readme = textOf(files, 'README.txt');
    expect(readme).toContain('Motor tests: Standing long jump');
    expect(readme).toMatch(
      /1 {2}Muster, Eva \(2024\): Größe & Sprung\. Motothek\. \(Dataset\)\..*\n {4}Licence CC-BY 4\.0/,
    );
    expect(readme).toContain('11 rows, 11 people');
    expect(readme).toContain('only under CC-BY-SA 4.0');
    expect(readme).not.toContain('{{');
    expect(textOf(files, 'CITATION.bib').match(/@misc\{motothek-\d/g)).toEqual([
      '@misc{motothek-1',
      '@misc{motothek-2',
    ]);
    const codebook = readCsv(textOf(files, 'codebook.csv'));
    expect(codebook.map((row) => row.Column)).toEqual(Object.keys(readCsv(textOf(files, 'data.csv'))[0]!));
    expect(codebook.find((row) => row.Column === 'slj')).toMatchObject({
      Meaning: 'Standing long jump', Unit: 'cm', 'Number of values': '11', 'Data sets with values': '1',
    }); // prettier-ignore
    expect(codebook.find((row) => row.Column === 'person')?.Meaning).toContain('distinct only within their data set');
  });

  test('names only data sets that it has rows of', async () => {
    const files = await filesOf('data-sets=1,2&countries=AT&lang=de');
    expect(textOf(files, 'citations.txt')).not.toContain('Größe');
    expect(textOf(files, 'README.txt')).toContain('Staaten: AT');
    expect([...files.keys()]).not.toContain('LICENCE-CC-BY-4.0.txt');
  });

  test('says that a table with rows under SUFL 1.0 must not be passed on', async () => {
    const files = await filesOf('data-sets=2,3&format=sav&lang=en', { actor: actors.other });
    expect(textOf(files, 'README.txt')).toContain('must not be passed on');
    expect([...files.keys()]).toContain('LICENCE-SUFL-1.0.txt');
    expect([...files.keys()]).toContain('data.sav');
  });
});
