import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { numbersPerBlock } from '@domain/api/changes';
import { infoPages } from '@domain/info-pages';

import { publishAllForTest, publishForTest } from '../support/published-data-sets';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  await web?.close();
  await api?.close();
});

const site = 'https://motothek.example';

async function read(path: string) {
  const response = await web.ask(path);
  const text = await response.text();
  return { response, text, addresses: [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address) };
}

test.each(['/sitemap.xml', '/robots.txt'])('%s says that it takes no other method', async (path) => {
  for (const method of ['POST', 'DELETE']) {
    const answer = await web.ask(path, { method });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect(await answer.text()).toBe('Method Not Allowed\n');
  }
});

test('an empty catalogue has the other pages', async () => {
  const { response, addresses } = await read('/sitemap.xml');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
  const comparisons = [`${site}/compare`, `${site}/compare/method`, `${site}/compare/pool`, `${site}/compare/my-class`];
  expect(addresses).toEqual([`${site}/`, ...comparisons, ...infoPages.map((page) => `${site}/info/${page}`)]);
});

describe('a catalogue', () => {
  beforeAll(async () => {
    await publishAllForTest(
      api.repository,
      [1, 2].map((nr) => ({ nr, title: `Study ${nr}` })),
    );
    await api.pool.query(`update repository.harvest_entries set changed_at = '2026-02-03T04:05:06.789Z' where nr = 2`);
  });

  test('of one block is one sitemap, with the last change of each data set', async () => {
    const { text, addresses } = await read('/sitemap.xml');
    expect(addresses.slice(-2)).toEqual([`${site}/data-set/1`, `${site}/data-set/2`]);
    expect(text).toContain(`<loc>${site}/data-set/2</loc><lastmod>2026-02-03T04:05:06.789Z</lastmod>`);
  });

  test('of several blocks has an index, and each data set in one of its sitemaps', async () => {
    await publishForTest(api.repository, { nr: numbersPerBlock, title: 'The last of a block' });
    await publishForTest(api.repository, { nr: numbersPerBlock + 1, title: 'The first of the next block' });
    await publishForTest(api.repository, { nr: 3 * numbersPerBlock + 1, title: 'After a block without data sets' });
    const index = await read('/sitemap.xml');
    expect(index.text).toContain('<sitemapindex ');
    expect(index.text).toMatch(/<sitemap><loc>[^<]*<\/loc><lastmod>20\d\d-/);
    expect(index.addresses).toEqual([1, 2, 4].map((block) => `${site}/sitemap.xml?block=${block}`));
    const parts = await Promise.all(index.addresses.map((address = '') => read(address.slice(site.length))));
    const all = parts.flatMap(({ addresses }) => addresses);
    const numbers = [1, 2, numbersPerBlock, numbersPerBlock + 1, 3 * numbersPerBlock + 1];
    expect(all).toHaveLength(5 + infoPages.length + numbers.length);
    for (const nr of numbers) expect(all).toContain(`${site}/data-set/${nr}`);
  });

  test.each(['3', '0', '-1', 'x', '', '1.0', '99999999999'])('has no block %j', async (block) => {
    expect((await read(`/sitemap.xml?block=${block}`)).response.status).toBe(404);
  });

  test('does not list what was withdrawn', async () => {
    await api.pool.query('update repository.harvest_entries set is_deleted = true where nr = 2');
    const { addresses } = await read('/sitemap.xml?block=1');
    expect(addresses).not.toContain(`${site}/data-set/2`);
    await api.pool.query('update repository.harvest_entries set is_deleted = false where nr = 2');
  });
});

describe('robots', () => {
  let rules: { path: string; isOpen: boolean }[];
  let text: string;
  beforeAll(async () => {
    text = await (await web.ask('/robots.txt')).text();
    rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, path = '']) => ({
      path,
      isOpen: kind === 'Allow',
    }));
  });

  /** The longest rule decides; of equally long ones the allowing one (RFC 9309, section 2.2.2). */
  function mayVisit(address: string): boolean {
    const matches = rules.filter(({ path }) => {
      const pattern = path.split('*').map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'));
      return new RegExp(`^${pattern.join('.*')}`).test(address);
    });
    const longest = Math.max(...matches.map(({ path }) => path.length));
    return matches.length === 0 || matches.some(({ path, isOpen }) => isOpen && path.length === longest);
  }

  test('are told the sitemap', () => {
    expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
  });

  test.each([
    '/', '/?q=', '/?q=%22grip%22', '/?q=&e=run6min', '/data-set/1', '/info/manual', '/api/search/metadata/1', '/api/search/metadata/1.bib?download',
    '/api/search/data/1/files/data.csv?lang=de', '/api/search/data/1/package', '/api/search/quality/1', '/api/docs',
    '/api/openapi.json', '/api/search/feed?q=&lang=de', '/oai?verb=Identify', '/sitemap.xml', '/sitemap.xml?block=2',
    '/assets/entry.js', '/documents/en/sufl-1.0.pdf',
  ])('may visit %s', (address) => {
    expect(mayVisit(address)).toBe(true);
  }); // prettier-ignore

  test.each([
    '/?q=&test=slj&age=6-10', '/?q=grip&sort=title', '/?q=&page=2', '/Fitness?open=1', '/data-set/1/files/data.csv', '/search/download', '/file-upload',
    '/file-download/x', '/my-downloads', '/saved-searches', '/editorial-board', '/authentication/login', '/identity/x',
    '/api/search?q=grip', '/api/fileupload/user', '/api/search/changes', '/drafts/x',
  ])('need not visit %s', (address) => {
    expect(mayVisit(address)).toBe(false);
  }); // prettier-ignore

  test('may visit what the page of a data set links to, but for the sign-in, downloads and searches', async () => {
    const html = await (await web.ask('/data-set/1')).text();
    const links = [...html.matchAll(/<(?:a|link)\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    const own = links.map((href) => href.replace(site, '')).filter((href) => href.startsWith('/'));
    expect(own.length).toBeGreaterThan(20);
    const kept = own.filter((address) => !mayVisit(address));
    expect(
      kept.filter((address) => !/^\/(?:authentication\/|search\/download|\?|data-set\/\d+\/files\/)/.test(address)),
    ).toEqual([]);
  });
});
