import { BlockList } from 'node:net';

import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { ownCountName, type Use, useMarkName } from '@domain/api/use';

import { countUses } from './count-uses';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const secret = 'a secret of web tier and repository in these tests';

/** Answers a request to a server whose responses use the data sets of `mark`, and returns what was counted. */
async function send({
  method = 'GET',
  headers = {},
  status = 200,
  mark = 'view 12',
  address = '192.0.2.1',
  now = 0,
}: {
  method?: string;
  headers?: Record<string, string>;
  status?: number;
  mark?: string;
  address?: string;
  now?: number;
} = {}) {
  const counted: Use[] = [];
  const web = new Hono();
  const parts = {
    note: (use: Use) => void counted.push(use),
    key: Buffer.alloc(32),
    trustedProxies: new BlockList(),
    secret,
  };
  web.use('*', countUses({ ...parts, now: () => now }));
  web.all('*', () => new Response(null, { status, headers: { [useMarkName]: mark, 'Content-Type': 'text/html' } }));
  const incoming = { socket: { remoteAddress: address }, headers: {} };
  const request = new Request('http://localhost/', { method, headers: { 'User-Agent': browser, ...headers } });
  return { counted, response: await web.fetch(request, { incoming }) };
}

test('what a response uses is counted, and the browser does not see it', async () => {
  const { counted, response } = await send({ mark: 'download 3,7' });
  expect(counted).toMatchObject([
    { nr: 3, kind: 'download', method: 'regular', at: 0 },
    { nr: 7, kind: 'download', method: 'regular', at: 0 },
  ]);
  expect(response.headers.has(useMarkName)).toBe(false);
  expect(response.headers.get('Content-Type')).toBe('text/html');
});

test.each([
  ['a HEAD request', { method: 'HEAD' }],
  ['a form', { method: 'POST' }],
  ['a prefetched page', { headers: { 'Sec-Purpose': 'prefetch' } }],
  ['a prerendered page', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
  ['a prefetched page in older browsers', { headers: { Purpose: 'prefetch' } }],
  ['a page that does not exist', { status: 404 }],
  ['a redirect', { status: 303 }],
  ['a failure', { status: 503 }],
  [
    'a robot',
    { headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } },
  ],
  ['a robot of a language model', { headers: { 'User-Agent': 'GPTBot/1.2' } }],
  ['a request without a name', { headers: { 'User-Agent': '' } }],
])('%s does not count', async (_, request) => {
  const { counted, response } = await send(request);
  expect(counted).toEqual([]);
  expect(response.headers.has(useMarkName)).toBe(false);
});

test.each([200, 206, 304])('status %i counts', async (status) => {
  expect((await send({ status })).counted).toHaveLength(1);
});

test.each([
  'curl/8.7.1',
  'Wget/1.24.5',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'R (4.4.1 x86_64-pc-linux-gnu x86_64 linux-gnu)',
  'libcurl/8.5.0 r-curl/5.2.1 httr/1.4.7',
  'duckdb/v1.3.0(linux_amd64)',
])('%s is a program that people use', async (agent) => {
  expect((await send({ headers: { 'User-Agent': agent } })).counted).toMatchObject([{ method: 'machine' }]);
});

test('a visitor is recognised by address and browser for a day, without telling them', async () => {
  const visitor = async (request: Parameters<typeof send>[0]) => (await send(request)).counted[0]?.visitor;
  const one = await visitor({});
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(await visitor({ now: 3_600_000 })).toBe(one);
  const others = [
    await visitor({ now: 86_400_000 }),
    await visitor({ address: '192.0.2.2' }),
    await visitor({ headers: { 'User-Agent': 'Mozilla/5.0 (Macintosh) Gecko/20100101 Firefox/128.0' } }),
  ];
  expect(new Set([one, ...others]).size).toBe(4);
  // The addresses of one IPv6 customer are one.
  expect(await visitor({ address: '2001:db8::1' })).toBe(await visitor({ address: '2001:db8::2' }));
});

test('a client that counts by itself gets the header, and is not counted here', async () => {
  const { counted, response } = await send({ headers: { [ownCountName]: secret } });
  expect(counted).toEqual([]);
  expect(response.headers.get(useMarkName)).toBe('view 12');
});

test.each(['yes', '', `${secret} `.repeat(2)])('nobody else can switch counting off: %j', async (value) => {
  const { counted, response } = await send({ headers: { [ownCountName]: value } });
  expect(counted).toHaveLength(1);
  expect(response.headers.has(useMarkName)).toBe(false);
});
