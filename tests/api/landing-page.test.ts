import { afterAll, beforeAll, expect, test } from 'vitest';

import { DataSetSchema, SearchAnswerSchema } from '@domain/api/search';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import type { DoiRegistrar } from '../../services/repository/context/doi-registrar';
import { publishDueUploads } from '../../services/repository/upkeep/due-work';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { entry, completeMetadata, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { publishForTest } from '../support/published-data-sets';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const registrar: DoiRegistrar = {
  kind: 'datacite',
  doiOf: (upload) => `10.12345/motothek.abc123.${upload}`,
  conceptDoiOf: (series) => `10.12345/motothek.abc123.${series}.all`,
  saveDraft: () => Promise.resolve(),
  publish: () => Promise.resolve(),
  hide: () => Promise.resolve(),
  removeDraft: () => Promise.resolve(),
  address: (doi) => `https://doi.org/${doi}`,
};

let today = new Date('2026-05-04T10:00:00Z');
let api: TestApi;
let web: TestWeb;

beforeAll(async () => {
  api = await createTestApi({ doi: registrar, now: () => today });
  const { repository } = api;
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  repository.jobs.handle('send-mail', () => Promise.resolve());
  web = await createTestWeb(api);
});
afterAll(async () => {
  await web?.close();
  await api?.close();
});

const page = async (nr: number, language = 'EN') => web.ask(`/data-set/${nr}`, { cookie: `language=${language}-X` });
const describe = async (nr: number) =>
  DataSetSchema.parse(await (await ask(api, null, `/api/search/metadata/${nr}`)).json());

/** An upload that both experts have accepted; `more` is added to its metadata. */
async function accept(...more: ReturnType<typeof entry>[]) {
  const title = `Fitness under an embargo, ${more.length}`;
  const metadata = withEntries(completeMetadata(title), ...more);
  const { number, id } = await addUploadAt(api, 'submitted', { metadata });
  await castVote(api, actors.expert1, id);
  await castVote(api, actors.expert2, id, { nr: 2 });
  await api.settle();
  return { number, id, title };
}

test('during an embargo, the DOI leads to a metadata page with the date of release', async () => {
  const secret = entry(32, ['Between us: the school wants no press.']);
  const { number, title } = await accept(entry(29, ['---2027-6-']), secret);
  const dataSet = await describe(1);
  expect(dataSet).toMatchObject({
    notYet: { until: '2027-06-30' },
    row: { nr: 1, doi: registrar.doiOf(number), doiIsTest: false, titles: [title], count: null, genders: [] },
    datacite: { doi: registrar.doiOf(number), url: 'https://motothek.example/data-set/1', publicationYear: '2027' },
    withheld: [],
  });
  expect(dataSet.citation).toContain(`(2027): ${title}.`);
  const answer = await page(1);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('The embargo on the data ends on 30 June 2027.');
  expect(html).toContain('until June 2027</dd>');
  expect(html).not.toContain('not stated');
  expect(html).toContain(`href="https://doi.org/${registrar.doiOf(number)}"`);
  expect(html).not.toMatch(/Tables and columns|Show the data|Between us/);
  expect(await (await page(1, 'DE')).text()).toContain('Die Sperrfrist der Daten endet am 30. Juni 2027.');
  // Neither the search nor any call for data returns it.
  const search = await (await ask(api, null, '/api/search?q=')).json();
  expect(SearchAnswerSchema.parse(search)[0].count).toBe(0);
  for (const path of ['', '/tables', '/rows']) {
    expect((await ask(api, null, `/api/search/data/1${path}`)).status).toBe(404);
  }
});

test('the daily job leaves it alone until the embargo ends, then publishes it', async () => {
  await publishDueUploads(api.repository);
  await api.settle();
  expect((await describe(1)).notYet).toEqual({ until: '2027-06-30' });
  today = new Date('2027-07-01T00:30:00Z');
  // The test file has no tables to publish, so the state stays between the end of the embargo and the end of the job.
  expect((await describe(1)).notYet).toEqual({ until: '' });
  // Public pages are cached for two seconds per address.
  const html = await (await web.ask('/data-set/1?later')).text();
  expect(html).toContain('The data is not public yet. It will be published shortly.');
});

test('a rejected upload and an unused number have no page', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  for (const [nr, expert] of [
    [1, actors.expert1],
    [2, actors.expert2],
  ] as const) {
    await castVote(api, expert, id, { nr, rating: 2, note: 'Please explain the outliers.' });
  }
  expect((await ask(api, null, '/api/search/metadata/2')).status).toBe(404);
  expect((await page(2)).status).toBe(404);
});

test('the page of a published data set is a landing page for people and programs', async () => {
  await publishForTest(api.repository, { nr: 50, title: 'Grip of adults', registrar: 'datacite' });
  const answer = await page(50);
  const html = await answer.text();
  expect(html).toMatch(/<a href="(https:\/\/doi\.org\/10\.5072\/MT-\d+)">\1<\/a>/);
  expect(html).toContain('<h2 id="cite">Cite</h2>');
  const linked = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(linked)).toMatchObject({ '@type': 'Dataset', name: 'Grip of adults' });
  const link = answer.headers.get('Link') ?? '';
  expect(link).toMatch(/<https:\/\/doi\.org\/10\.5072\/MT-\d+>; rel="cite-as"/);
  for (const format of ['json', 'xml']) {
    expect(link).toContain(
      `<https://motothek.example/api/search/metadata/50.${format}>; rel="describedby"; type="application/vnd.datacite.datacite+${format}"`,
    );
  }
});

test('the title in the head is in the language of the reader', async () => {
  const metadata = [entry(5.1, ['en'], [0]), entry(2.1, ['Griffkraft Erwachsener'], [0])];
  await publishForTest(api.repository, { nr: 53, title: 'Grip strength of adults', metadata });
  const titles = async (language: string) => {
    const html = await (await page(53, language)).text();
    return [/<title>(.*?)<\/title>/, /<meta property="og:title" content="(.*?)"/].map((tag) => tag.exec(html)?.[1]);
  };
  const [english, german] = await Promise.all(['EN', 'DE'].map(titles));
  expect(english).toEqual([
    expect.stringContaining('Grip strength of adults'),
    expect.stringContaining('Grip strength of adults'),
  ]);
  expect(german).toEqual([
    expect.stringContaining('Griffkraft Erwachsener'),
    expect.stringContaining('Griffkraft Erwachsener'),
  ]);
});

test('a data set whose DOI is for tests is cited by the address of its page', async () => {
  await publishForTest(api.repository, { nr: 51, title: 'Tested grip' });
  const citeAs = (answer: Response) =>
    [...(answer.headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="cite-as"/g)].map(([, address]) => address);
  const address = 'https://motothek.example/data-set/51';
  expect(citeAs(await page(51))).toEqual([address]);
  expect(citeAs(await api.api.request('/api/search/metadata/51.jsonld'))).toEqual([address]);
});

test('the first rows of a page are written in its language, and a single one in the singular', async () => {
  const columns = [{ key: 'handgrip', unit: 'kg', source: 'grip' }];
  const tables = [{ name: 'adults', select: 'select 31.5 as handgrip', columns }];
  await publishForTest(api.repository, { nr: 52, title: 'One grip', tables });
  const [english, german] = await Promise.all(['EN', 'DE'].map(async (language) => (await page(52, language)).text()));
  expect(english).toContain('<caption>adults, row 1 of 1</caption>');
  expect(english).toContain('<td>31.5</td>');
  expect(german).toContain('<caption>adults, Zeile 1 von 1</caption>');
  expect(german).toContain('<td>31,5</td>');
});

test('the description is DataCite JSON and XML by extension or Accept', async () => {
  const get = (path: string, accept = '*/*') => api.api.request(path, { headers: { Accept: accept } });
  for (const [format, begin] of [
    ['json', '{'],
    ['xml', '<?xml'],
  ] as const) {
    const type = `application/vnd.datacite.datacite+${format}`;
    const byName = await get(`/api/search/metadata/1.${format}`, 'text/html');
    expect(byName.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    const text = await byName.text();
    expect(text.startsWith(begin)).toBe(true);
    expect(text).toContain('10.12345/motothek.abc123.');
    expect(await (await get('/api/search/metadata/1', type)).text()).toBe(text);
  }
  expect((await get('/api/search/metadata/1', 'text/html')).status).toBe(303);
  expect((await get('/api/search/metadata/999.xml')).status).toBe(404);
  expect((await get('/api/search/metadata/x.xml')).status).toBe(400);
  expect((await get('/api/search/metadata/1.pdf')).status).toBe(400);
});

test('a draft at DataCite is not shown as a DOI, because a data set can be public before its DOI', async () => {
  await publishForTest(api.repository, { nr: 60, title: 'Early', registrar: 'datacite' });
  await api.pool.query(
    `update repository.dois set state = 'draft' where upload = (select upload from repository.data_sets where nr = 60)`,
  );
  const { row, citation, datacite } = await describe(60);
  expect(row).toMatchObject({ doi: '', doiIsTest: true, doiUrl: 'https://motothek.example/data-set/60' });
  expect([citation, datacite]).toEqual([expect.stringMatching(/data-set\/60$/), {}]);
  const html = await (await page(60)).text();
  expect(html).toContain('not assigned yet');
  expect(html).not.toContain('A test DOI leads only to this page');
  expect((await ask(api, null, '/api/search/metadata/60.xml')).status).toBe(404);
});

test('a page that takes no forms says which methods it has', async () => {
  for (const method of ['POST', 'PUT']) {
    const answer = await web.ask('/data-set/50', { method });
    expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD']);
  }
});
