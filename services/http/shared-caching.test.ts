import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { sharedCaching } from './shared-caching';

const site = new Hono();
site.use('*', sharedCaching(60));
const controls: Record<string, string> = {
  '/': 'public, max-age=0',
  '/data-set/5': 'public, max-age=0',
  '/data-set/5/files/a.csv': 'public, max-age=0',
  '/api/search/data/5/package': 'public, max-age=3600',
  '/api/search/related/5': 'public, max-age=60',
  '/api/search/data/5/norms': 'public, max-age=60',
  '/api/search/metadata/5.bib': 'public, max-age=60',
  '/api/search/numbers': 'public, max-age=60',
  '/info/imprint': 'public, max-age=0',
  '/own': 'private, no-store',
  '/assets/a.js': 'public, max-age=31536000, immutable',
};
for (const [path, control] of Object.entries(controls)) {
  site.get(path, (c) => c.text('', 200, { 'Cache-Control': control }));
}
site.get('/gone', (c) => c.text('', 404, { 'Cache-Control': 'public, max-age=60' }));
site.get('/known', () => new Response(null, { status: 304, headers: { 'Cache-Control': 'public, max-age=0' } }));
site.get('/cookie', (c) => c.text('', 200, { 'Cache-Control': 'public, max-age=0', 'Set-Cookie': 'a=b' }));

async function told(path: string, headers: HeadersInit = {}) {
  const { headers: sent } = await site.request(path, { headers });
  return [sent.get('Cache-Control'), sent.get('Surrogate-Key'), sent.get('Cache-Tag')];
}

test.each([
  ['/', 'motothek catalogue'],
  ['/data-set/5', 'motothek data-set-5 norms'],
  ['/data-set/5/files/a.csv', 'motothek data-set-5'],
  ['/api/search/data/5/package', 'motothek data-set-5'],
  ['/api/search/related/5', 'motothek data-set-5'],
  ['/api/search/data/5/norms', 'motothek data-set-5 norms'],
  ['/api/search/metadata/5.bib', 'motothek data-set-5'],
  ['/api/search/numbers', 'motothek catalogue'],
  ['/info/imprint', 'motothek'],
])('%s may be kept, and is found by %s', async (path, tags) => {
  expect(await told(path)).toEqual([`${controls[path]}, s-maxage=60`, tags, tags.replaceAll(' ', ',')]);
});

test.each(['/own', '/assets/a.js'])('%s stays as it is', async (path) => {
  expect(await told(path)).toEqual([controls[path], null, null]);
});

test('a page that a client has already may be kept, an error may not', async () => {
  expect(await told('/known')).toEqual(['public, max-age=0, s-maxage=60', 'motothek catalogue', 'motothek,catalogue']);
  expect(await told('/gone')).toEqual(['public, max-age=60', null, null]);
});

test('what sets a cookie, and what was asked with a token, is for one reader', async () => {
  expect(await told('/cookie')).toEqual(['private, no-cache', null, null]);
  const token = { Authorization: 'Bearer x' };
  expect(await told('/', token)).toEqual(['private, max-age=0', null, null]);
  expect(await told('/api/search/data/5/package', token)).toEqual(['private, max-age=3600', null, null]);
});

test('what took a minute to make is kept by nobody, because nobody is told to forget it after that', async () => {
  let time = 5;
  const slow = new Hono();
  slow.use(
    '*',
    sharedCaching(60, () => time),
  );
  slow.get('/:ms', (c) => {
    time += Number(c.req.param('ms'));
    return c.text('', 200, { 'Cache-Control': 'public, max-age=0' });
  });
  const control = async (ms: number) => (await slow.request(`/${ms}`)).headers.get('Cache-Control');
  expect(await control(59_999)).toBe('public, max-age=0, s-maxage=60');
  expect(await control(60_000)).toBe('private, no-cache');
});
