import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../support/published-data-sets';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
let api: TestApi;
let web: TestWeb;

beforeAll(async () => {
  api = await createTestApi();
  await publishForTest(api.repository, {
    nr: 5,
    title: 'Kraft & "Maß" <der> Hände',
    registrar: 'datacite',
    doi: '10.1234/mt.5',
    authors: ['Größe, Eva', 'Institut für Sport'],
    metadata: [
      { id: 5.1, name: 'Language', values: ['de'], parents: [0] },
      { id: 6, name: 'Keyword', values: ['hand', 'Kraft; Maß'] },
    ],
  });
  web = await createTestWeb(api);
});
afterAll(async () => {
  await web?.close();
  await api?.close();
});

const ask = (path: string, accept: string, method = 'GET') =>
  web.handle(new Request(`https://motothek.example${path}`, { method, headers: { Accept: accept } }));

test('a program that prefers a format is led to it, before and after the page is cached', async () => {
  for (const round of ['before', 'after']) {
    for (const [accept, extension] of [
      ['application/x-bibtex', '.bib'],
      ['application/ld+json, application/json;q=0.9, */*;q=0.1', '.jsonld'],
      ['text/x-bibliography; style=apa', '.apa.txt'],
      ['application/json', ''],
    ] as const) {
      const { status, headers } = await ask('/data-set/5', accept);
      expect([status, headers.get('Location'), headers.get('Vary')], `${accept} ${round}`).toEqual([
        303,
        `https://motothek.example/api/search/metadata/5${extension}`,
        'Accept',
      ]);
    }
    const page = await ask('/data-set/5', browser);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('Vary')).toBe('Accept, Cookie, Accept-Language');
    await page.text();
  }
});

test('whoever asks for nothing that there is gets the page, and other addresses are not negotiated', async () => {
  for (const accept of ['*/*', 'image/png', browser]) expect((await ask('/data-set/5', accept)).status).toBe(200);
  expect((await ask('/data-set/5', 'text/turtle', 'HEAD')).status).toBe(303);
  expect((await ask('/data-set/999', browser)).status).toBe(404);
  for (const path of ['/', '/info/privacy', '/data-set/x']) {
    const { status, headers } = await ask(path, 'text/turtle');
    expect(status, path).not.toBe(303);
    expect(headers.get('Vary'), path).not.toMatch(/Accept,/);
  }
});

test.each(['/data-set/5/', '/data-set/5//', '/Data-Set/5', '/data-set/05', '/data-set/%35', '/data-set/005/'])(
  '%s leads to the one address of the page, whatever is asked for',
  async (spelling) => {
    for (const [accept, method] of [
      [browser, 'GET'],
      ['text/turtle', 'GET'],
      [browser, 'HEAD'],
    ] as const) {
      const { status, headers } = await ask(`${spelling}?x=1`, accept, method);
      expect([status, headers.get('Location')]).toEqual([301, 'https://motothek.example/data-set/5?x=1']);
    }
  },
);

test.each([
  ['/data-set/5.bib', '/api/search/metadata/5.bib'],
  ['/data-set/5.json', '/api/search/metadata/5.json'],
  ['/data-set/5.dcat.jsonld', '/api/search/metadata/5.dcat.jsonld'],
  ['/data-set/05.csl.json/', '/api/search/metadata/5.csl.json'],
])('%s leads to the format', async (address, format) => {
  for (const accept of [browser, 'application/json']) {
    const { status, headers } = await ask(address, accept);
    expect([status, headers.get('Location')]).toEqual([303, `https://motothek.example${format}`]);
  }
});

test.each(['/data-set/5.pdf', '/data-set/0', '/data-set/5.', '/data-set/1234567890', '/data-set/5.constructor'])(
  '%s is no page',
  async (address) => expect((await ask(address, browser)).status).toBe(404),
);

test('the data of the page, and forms, are not led elsewhere', async () => {
  expect((await ask('/data-set/5.data', '*/*')).status).toBe(200);
  expect((await ask('/data-set/5/', browser, 'POST')).status).not.toBe(301);
});

test('the head of the page has Dublin Core, the tags of Google Scholar and schema.org', async () => {
  const html = await (await ask('/data-set/5', browser)).text();
  const tags = [...html.matchAll(/<meta name="((?:DC\.|citation_)\w+)" content="([^"]*)"(?: lang="(\w+)")?\/?>/g)];
  const title = 'Kraft &amp; &quot;Maß&quot; &lt;der&gt; Hände';
  expect(tags.map(([, ...tag]) => tag.filter(Boolean))).toEqual([
    ['DC.title', title, 'de'],
    ['DC.creator', 'Größe, Eva'],
    ['DC.creator', 'Institut für Sport'],
    ['DC.publisher', 'Motothek'],
    ['DC.date', '2024'],
    ['DC.type', 'Dataset'],
    ['DC.identifier', 'https://doi.org/10.1234/mt.5'],
    ['DC.subject', 'hand'],
    ['DC.subject', 'Kraft; Maß'],
    ['DC.rights', 'https://creativecommons.org/licenses/by/4.0/'],
    ['citation_title', title, 'de'],
    ['citation_author', 'Größe, Eva'],
    ['citation_author', 'Institut für Sport'],
    ['citation_publication_date', '2024'],
    ['citation_doi', '10.1234/mt.5'],
    ['citation_publisher', 'Motothek'],
    ['citation_language', 'de'],
    ['citation_keywords', 'hand'],
    ['citation_keywords', 'Kraft; Maß'],
  ]);
  expect(html).toContain('<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/"/>');
  const linked = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  const fromApi = await (await api.api.request('/api/search/metadata/5.jsonld')).json();
  expect(JSON.parse(linked)).toEqual(fromApi);
});

test('the page names every format in its Link header', async () => {
  const links = (await ask('/data-set/5', browser)).headers.get('Link') ?? '';
  expect(links).toContain('<https://doi.org/10.1234/mt.5>; rel="cite-as"');
  expect(links).toContain('metadata/5.bib>; rel="describedby"; type="application/x-bibtex"');
  expect(links).toContain(
    'metadata/5.dcat.jsonld>; rel="describedby"; type="application/ld+json"; profile="http://www.w3.org/ns/dcat#"',
  );
});
