import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  DataSetSchema,
  PublishedTablesSchema,
  SearchAnswerSchema,
  SearchNumbersSchema,
  SiteStatisticsSchema,
} from '@domain/api/search';
import { DigestSchema, RowWindowSchema } from '@domain/api/uploads';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await createTestApi();
  const { repository } = testApi;
  await publishForTest(repository, {
    nr: 1,
    title: 'Handkraft von Erwachsenen',
    authors: ['Muster, Eva', 'Größe, Jan'],
    exercises: ['handgrip', 'slj'],
    years: [2009, 2012],
    ages: [20, 64],
    words: 'strength of grip 100% a_b',
    tables: [
      {
        name: 'men/women',
        select: `select * from (values ('1', 'm', 54.5), ('2', 'f', 30.0), ('3', 'f', null), ('4', 'm', 54.5)) as t(person_id, sex, handgrip)`,
        columns: [
          { key: 'person_id', unit: '', source: 'ID' },
          { key: 'sex', unit: '', source: 'Geschlecht' },
          { key: 'handgrip', unit: 'kg', source: 'Kraft' },
        ],
      },
    ],
  });
  await publishForTest(repository, {
    nr: 2,
    title: 'Long jump of children',
    kind: 'agg',
    exercises: ['slj'],
    years: [2013, 2013],
    ages: [6, 10],
    postalAreas: ['76', '010'],
    owner: 'other',
    rights: ['SUFL 1.0'],
  });
  for (let nr = 10; nr < 70; nr++) await publishForTest(repository, { nr, title: `Serie ${nr}`, years: [1990, 1990] });
});
afterAll(() => testApi.close());

const get = (path: string, headers: Record<string, string> = {}) => testApi.api.request(path, { headers });
const search = async (query: string) => SearchAnswerSchema.parse(await (await get(`/api/search?${query}`)).json());
const found = async (query: string) =>
  SearchNumbersSchema.parse(await (await get(`/api/search/numbers?${query}`)).json()).numbers;
const foundBy = (term: string) => found(`q=${encodeURIComponent(term)}`);

test('an empty search finds everything, newest first, 50 on a page', async () => {
  const [summary, ...rows] = await search('');
  expect(summary).toMatchObject({ count: 62, page: 1, pages: 2, terms: [] });
  const numbers = await found('');
  expect(numbers.slice(0, 2)).toEqual([69, 68]);
  expect(rows.map(({ nr }) => nr)).toEqual(numbers.slice(0, 50));
  const [, ...rest] = await search('page=2');
  expect(rest.map(({ nr }) => nr)).toEqual(numbers.slice(50));
});

test('a page beyond the last, or an invalid one, returns a result', async () => {
  expect((await search('page=99'))[0].page).toBe(2);
  expect((await search('page=x'))[0].page).toBe(1);
  expect((await search('page=-1&q=nothing+of+the+kind'))[0]).toMatchObject({ count: 0, page: 1, pages: 1 });
});

test('icons and terms are combined with AND, and so are several icons', async () => {
  expect(await found('e=slj')).toEqual([2, 1]);
  expect(await found('e=slj,handgrip')).toEqual([1]);
  expect(await found('e=slj,handgrip&q=children')).toEqual([]);
  expect(await found('e=slj&q=children')).toEqual([2]);
  expect(await found('e=nonsense')).toHaveLength(62);
});

test('every kind of term finds its matches', async () => {
  expect(await foundBy('handkraft von')).toEqual([1]);
  expect(await foundBy('GROSSE')).toEqual([1]);
  expect(await foundBy('hand*')).toEqual([1]);
  expect(await foundBy('kraft')).toEqual([1]);
  expect(await foundBy('"jump of children"')).toEqual([2]);
  expect(await foundBy('"children jump"')).toEqual([]);
  expect(await foundBy('2010')).toEqual([1]);
  expect(await foundBy('2012-2013')).toEqual([2, 1]);
  expect(await foundBy('10-20')).toEqual([2, 1]);
  expect(await foundBy('11-19 Jahre')).toEqual([]);
  expect(await foundBy('76131')).toEqual([2]);
  expect(await foundBy('01067')).toEqual([2]);
  expect(await foundBy('01267')).toEqual([]);
  expect(await foundBy('Handgrip')).toEqual([1]);
  expect(await foundBy('SW')).toEqual([2, 1]);
  const [, row] = await search('e=handgrip');
  expect(await foundBy(`https://doi.org/${row!.doi.toLowerCase()}`)).toEqual([1]);
});

test('a bare number is a postal code or a word of a title, a marked one a postal code only', async () => {
  await publishForTest(testApi.repository, { nr: 202, title: 'Grip, group 4711', postalAreas: ['10'] });
  await publishForTest(testApi.repository, { nr: 203, title: 'Grip, another group', postalAreas: ['471'] });
  expect(await foundBy('4711')).toEqual([203, 202]);
  expect(await foundBy('PLZ 4711')).toEqual([203]);
});

test('characters with a meaning in LIKE match themselves', async () => {
  expect(await foundBy('100%')).toEqual([1]);
  expect(await foundBy('7%3')).toEqual([]);
  expect(await foundBy('_')).toEqual([]);
  expect(await foundBy('\\')).toEqual([]);
  expect(await foundBy('%')).toEqual([]);
});

test('the summary returns each term with the number of its own hits', async () => {
  const [summary] = await search(`q=${encodeURIComponent('slj; children ; 2009-2012;;')}`);
  expect(summary.terms).toEqual([
    expect.objectContaining({ text: 'slj', kind: 'test', meaning: 'Standing long jump', count: 2, countWithout: 0 }),
    expect.objectContaining({
      text: 'children',
      kind: 'age-group',
      count: 1,
      without: 'slj; 2009-2012',
      countWithout: 1,
    }),
    expect.objectContaining({ text: '2009-2012', kind: 'year-range', count: 1, countWithout: 1 }),
  ]);
  expect(summary.count).toBe(0);
});

test('the summary contains totals of all hits', async () => {
  const [summary] = await search('e=slj');
  expect(summary).toMatchObject({
    pubYears: [{ start: 2009, end: 2013 }],
    exercises: ['slj', 'handgrip'],
    types: ['AGG', 'RAW'],
    genders: ['f', 'm'],
    ages: [
      { start: 6, end: 10 },
      { start: 20, end: 64 },
    ],
    authors: ['Größe, Jan', 'Muster, Eva'],
    titles: ['Handkraft von Erwachsenen', 'Long jump of children'],
  });
});

test('a test DOI leads to our own page, a registered one to the resolver', async () => {
  const [, row] = await search('e=handgrip');
  expect(row).toMatchObject({ doiIsTest: true, doiUrl: 'https://motothek.example/data-set/1' });
  await publishForTest(testApi.repository, { nr: 100, title: 'Registered', registrar: 'datacite' });
  const [, registered] = await search('q=registered');
  expect(registered).toMatchObject({ doiIsTest: false, doiUrl: `https://doi.org/${registered!.doi}` });
});

test('a word that nobody wrote is replaced by similar ones, with the hits of the whole search', async () => {
  const [misspelt] = await search(`q=${encodeURIComponent('slj; chldren; children')}`);
  expect(misspelt.terms[1]).toMatchObject({
    text: 'chldren',
    count: 0,
    similar: [{ text: 'children', query: 'slj; children; children', count: 1 }],
  });
  const [beside] = await search(`q=${encodeURIComponent('jump of chldren')}`);
  expect(beside.terms.at(-1)?.similar[0]).toEqual({ text: 'children', query: 'jump of children', count: 1 });
});

test('words that are longer than PostgreSQL can look up find nothing', async () => {
  // One character becomes eighteen when it is folded.
  for (const text of ['\ufdfa'.repeat(200), `${'\ufdfa'.repeat(199)}*`, `"${'\ufdfa'.repeat(190)}"`, '𝕏'.repeat(200)]) {
    expect((await search(`q=${encodeURIComponent(text)}`))[0].count).toBe(0);
  }
  expect(testApi.serverErrors).toEqual([]);
});

test('no search text causes an error', async () => {
  const texts = ['\0', "'; drop table", '"', '***', ';'.repeat(3000), 'x'.repeat(9000), '10.1234/\0', '%00'];
  // Half a character, and a broken escape, which browsers never send.
  for (const query of [...texts.map(encodeURIComponent), '%ED%A0%80', '%']) {
    const response = await get(`/api/search?q=${query}&e=%00,&page=1e99`);
    expect(response.status, query.slice(0, 20)).toBe(200);
  }
  expect(testApi.serverErrors).toEqual([]);
});

test('a window of a published table has the row numbers of the spreadsheet', async () => {
  const window = RowWindowSchema.parse(
    await (await get('/api/search/data/1/rows?table=men%2Fwomen&offset=1&limit=2')).json(),
  );
  expect(window).toEqual({
    offset: 1,
    rowCount: 4,
    columns: ['person_id', 'sex', 'handgrip'],
    rows: [
      { row: 3, values: ['2', 'f', '30'] },
      { row: 4, values: ['3', 'f', null] },
    ],
  });
});

test.each([
  ['/api/search/data/1/rows?table=none', 404],
  ['/api/search/data/999/rows', 404],
  ['/api/search/data/1/rows?offset=-1', 400],
  ['/api/search/data/1/rows?limit=100000', 400],
  ['/api/search/data/x/rows', 400],
  ['/api/search/data/99999999999', 400],
  ['/api/search/data/0x1', 400],
  ['/api/search/metadata/1e0', 400],
  ['/api/search/data/999', 404],
  ['/api/search/data/999/tables', 404],
  ['/api/search/metadata/999', 404],
])('%s returns %i', async (path, status) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
});

test('columns of the tables are named by the vocabulary, in the language of the call', async () => {
  const response = await get('/api/search/data/1/tables', { 'Accept-Language': 'de' });
  const [table] = PublishedTablesSchema.parse(await response.json());
  expect(table).toMatchObject({ name: 'men/women', rowCount: 4 });
  expect(table?.columns[1]).toMatchObject({ key: 'sex', unit: '', label: 'Geschlecht', source: 'Geschlecht' });
});

test('the digest contains distinct values with their rows as runs', async () => {
  const answer = await get('/api/search/data/1');
  const digest = DigestSchema.parse(await answer.json());
  // A strong tag would belong to one encoding.
  expect(answer.headers.get('ETag')).toMatch(/^W\/"[^"]+"$/);
  expect(digest.id).toBe('1');
  expect(digest.tables).toEqual([
    {
      tableName: 'men/women',
      columns: [
        {
          columnName: 'person_id',
          values: [
            ['1', '2'],
            ['2', '3'],
            ['3', '4'],
            ['4', '5'],
          ],
          rows: 4,
        },
        {
          columnName: 'sex',
          values: [
            ['m', '2 5'],
            ['f', '3+1'],
          ],
          rows: 4,
        },
        {
          columnName: 'handgrip',
          values: [
            ['54.5', '2 5'],
            ['30', '3'],
          ],
          rows: 4,
        },
      ],
    },
  ]);
});

test('the description is JSON for programs and a page for browsers', async () => {
  const json = await get('/api/search/metadata/1', { Accept: '*/*', 'Accept-Language': 'de' });
  expect([json.status, testApi.serverErrors]).toEqual([200, []]);
  const dataSet = DataSetSchema.parse(await json.json());
  expect(dataSet.citation).toBe(
    'Muster, Eva; Größe, Jan (2024): Handkraft von Erwachsenen. Motothek. (Dataset). https://motothek.example/data-set/1',
  );
  expect(dataSet.fields).toEqual([{ id: 2, name: 'Titel', values: ['Handkraft von Erwachsenen'], languages: [''] }]);
  expect(dataSet.withheld).toEqual([
    { table: 'men/women', column: 'Remarks', reason: expect.stringContaining('Freitext') },
  ]);
  const browser = await get('/api/search/metadata/1', {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  });
  expect(browser.status).toBe(303);
  expect(browser.headers.get('Location')).toBe('https://motothek.example/data-set/1');
});

test('the statistics count published data, and uploads by status', async () => {
  const before = SiteStatisticsSchema.parse(await (await get('/api/search/stats')).json());
  await publishForTest(testApi.repository, { nr: 200, title: 'One more', kind: 'agg', owner: 'third' });
  const after = SiteStatisticsSchema.parse(await (await get('/api/search/stats')).json());
  expect(after).toEqual({
    ...before,
    a: before.a + 1,
    d: before.d + 1,
    n: before.n + 10,
    u: before.u + 1,
    accepted: before.accepted + 1,
    processed: before.processed + 1,
  });
  expect(before).toMatchObject({ a: 1, u: 2, submitted: 0, pending: 0, rejected: 0 });
});
