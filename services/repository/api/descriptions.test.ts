import { Parser } from 'n3';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { DataSetSchema } from '@domain/api/search';
import { dataSetFormats, formatPath, writeMediaType } from '@domain/data-set-formats';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { authorName, readCitations } from '../../../tests/support/read-citations';

const title = 'Kraft & "Maß" {der} Hände,\n100 %';
const line = 'Kraft & "Maß" {der} Hände, 100 %';
const page = 'https://motothek.example/data-set/1';
let testApi: TestApi;

beforeAll(async () => {
  testApi = await createTestApi();
  await publishForTest(testApi.repository, {
    nr: 1,
    title,
    registrar: 'datacite',
    doi: '10.1234/mt.1',
    authors: ['Größe, Eva-Maria', 'Institut für Sport'],
    exercises: ['handgrip'],
    metadata: [{ id: 5.1, name: 'Language', values: ['de'], parents: [0] }],
    tables: [{ name: 't', select: 'select 1.5 as a', columns: [{ key: 'handgrip', unit: 'kg', source: 'a' }] }],
  });
});
afterAll(() => testApi.close());

const get = (path: string, headers: Record<string, string> = {}) => testApi.api.request(path, { headers });
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();

describe.each(dataSetFormats({ hasDoi: true }))('$label', (format) => {
  const { name, type } = format;

  test('is the same by address and by media type, with links to the others', async () => {
    const byAddress = await get(formatPath(1, name));
    const byType = await get('/api/search/metadata/1', { Accept: writeMediaType(type) });
    expect([byAddress.status, byType.status]).toEqual([200, 200]);
    expect(byType.headers.get('Content-Type')).toBe(`${writeMediaType(type)}; charset=utf-8`);
    expect(byType.headers.get('Vary')).toMatch(/Accept,.*Accept-Language/);
    expect(await byAddress.text()).toBe(await byType.text());
    const saysLanguage = ['apa', 'text'].includes(name);
    expect(byType.headers.get('Content-Language')).toBe(saysLanguage ? 'en' : null);
    const links = byType.headers.get('Link') ?? '';
    expect(links).toContain(`<${page}>; rel="describes"; type="text/html"`);
    expect(links).toContain('<https://doi.org/10.1234/mt.1>; rel="cite-as"');
    const others = dataSetFormats({ hasDoi: true }).filter((other) => other.name !== name);
    const alternates = [...links.matchAll(/<https:\/\/motothek\.example([^>]*)>; rel="alternate"/g)];
    expect(alternates.map(([, path]) => path)).toEqual(others.map((other) => formatPath(1, other.name)));
  });

  test('has a file name, is stored only when that is asked for, and is kept by caches', async () => {
    const shown = await get(formatPath(1, name));
    const file = `filename="motothek-1.${format.extension}"`;
    expect(shown.headers.get('Content-Disposition')).toContain(`inline; ${file}`);
    expect((await get(`${formatPath(1, name)}?download`)).headers.get('Content-Disposition')).toContain(
      `attachment; ${file}`,
    );
    expect(shown.headers.get('Cache-Control')).toBe('public, max-age=60');
    const again = await get(formatPath(1, name), { 'If-None-Match': shown.headers.get('ETag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is not there for an unknown number', async () => {
    expect((await get(formatPath(999, name))).status).toBe(404);
    expect((await get('/api/search/metadata/999', { Accept: writeMediaType(type) })).status).toBe(404);
  });
});

test('bibliographies are read by another library', async () => {
  for (const extension of ['bib', 'ris']) {
    const [read] = readCitations(await text(`/api/search/metadata/1.${extension}`));
    expect([read?.title, read?.author?.map(authorName)]).toEqual([line, ['Größe, Eva-Maria', 'Institut für Sport']]);
  }
  expect(JSON.parse(await text('/api/search/metadata/1.csl.json'))).toMatchObject([{ title, DOI: '10.1234/mt.1' }]);
  expect(await text('/api/search/metadata/1.enw')).toContain(`%T ${line}\n`);
});

test('citations are texts, with words in the language of the call', async () => {
  const apa = await get('/api/search/metadata/1.apa.txt', { 'Accept-Language': 'de' });
  expect(apa.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await apa.text()).toBe(
    `Größe, E.-M., & Institut für Sport. (2024). ${line} [Datensatz]. Motothek. https://doi.org/10.1234/mt.1\n`,
  );
  expect(await text('/api/search/metadata/1.apa.txt')).toContain(`${line} [Data set]. Motothek.`);
  expect(await text('/api/search/metadata/1', { Accept: 'text/x-bibliography; style=datacite' })).toBe(
    `Größe, Eva-Maria; Institut für Sport (2024): ${line}. Motothek. (Dataset). https://doi.org/10.1234/mt.1\n`,
  );
});

test('descriptions are well-formed, and the API gives the one of schema.org with its own', async () => {
  new SaxesParser().write(await text('/api/search/metadata/1.xml')).close();
  const linked = JSON.parse(await text('/api/search/metadata/1.jsonld')) as object;
  const dataSet = DataSetSchema.parse(JSON.parse(await text('/api/search/metadata/1')));
  expect(dataSet.linkedData).toEqual(linked);
  expect(linked).toMatchObject({ name: title, variableMeasured: [{ propertyID: 'handgrip', unitText: 'kg' }] });
  const quads = new Parser().parse(await text('/api/search/metadata/1.ttl'));
  expect(quads.find(({ predicate }) => predicate.value === 'http://purl.org/dc/terms/title')?.object).toMatchObject({
    value: title,
    language: 'de',
  });
});

test('the API answers its own JSON unless something else is preferred, and 406 if everything is excluded', async () => {
  const typeOf = async (accept: string) =>
    (await get('/api/search/metadata/1', { Accept: accept })).headers.get('Content-Type');
  for (const accept of [
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/turtle;q=0.5, */*;q=0.9',
  ]) {
    expect(await typeOf(accept), accept).toBe('application/json');
  }
  expect(await typeOf('application/json;q=0.5, text/turtle;q=0.6')).toBe('text/turtle; charset=utf-8');
  const refused = await get('/api/search/metadata/1', { Accept: 'image/png', 'Accept-Language': 'de' });
  expect([refused.status, refused.headers.get('Content-Type')]).toEqual([406, 'application/problem+json']);
  expect(refused.headers.get('Vary')).toMatch(/Accept,/);
  // By address there is nothing to negotiate.
  expect((await get('/api/search/metadata/1.bib', { Accept: 'image/png' })).status).toBe(200);
  expect((await get('/api/search/metadata/1', { Accept: 'text/html' })).status).toBe(303);
});

test.each(['1.pdf', '1.', '1.bib.bib', '1.BIB', 'x.bib', '0.bib', '1.constructor', '.bib'])(
  'there is no format %s',
  async (name) => {
    expect((await get(`/api/search/metadata/${name}`)).status).toBe(400);
  },
);
