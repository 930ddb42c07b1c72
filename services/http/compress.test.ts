import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { acceptsGzip, compress } from './compress';

const text = 'motor performance '.repeat(500);
const asked = (encoding = 'gzip, deflate, br') =>
  new Request('https://motothek.example.org/', { headers: { 'Accept-Encoding': encoding } });
const answer = (headers: Record<string, string>, status = 200) => new Response(text, { status, headers });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.for(['text/html; charset=utf-8', 'application/json', 'application/problem+json', 'text/x-script'])(
  '%s is packed, and says that it differs by encoding',
  async (type) => {
    const headers = { 'Content-Type': type, Vary: 'Cookie', 'Content-Length': String(text.length) };
    const packed = await compress(asked(), answer(headers, 404));
    expect(packed.status).toBe(404);
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect(packed.headers.get('Vary')).toBe('Cookie, Accept-Encoding');
    expect(packed.headers.get('Content-Length')).toBeNull();
    expect(gunzipSync(await bytes(packed)).toString()).toBe(text);
  },
);

test('a page is compressed once for its address and ETag', async () => {
  const page = (body: string, ETag: string) => new Response(body, { headers: { 'Content-Type': 'text/html', ETag } });
  const texts = [];
  for (const response of [page('first', 'W/"1"'), page('never read', 'W/"1"'), page('second', 'W/"2"')]) {
    texts.push(gunzipSync(await bytes(await compress(asked(), response))).toString());
  }
  expect(texts).toEqual(['first', 'first', 'second']);
  const elsewhere = new Request('https://motothek.example.org/other', { headers: asked().headers });
  expect(gunzipSync(await bytes(await compress(elsewhere, page('other', 'W/"1"')))).toString()).toBe('other');
});

test('a client that does not accept gzip gets the text, and Vary is set for caches', async () => {
  const plain = await compress(asked('identity'), answer({ 'Content-Type': 'text/html' }));
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await plain.text()).toBe(text);
});

test('archives, downloads, ranges and small responses are not compressed', async () => {
  for (const response of [
    answer({ 'Content-Type': 'application/zip' }),
    answer({ 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="a.csv"' }),
    answer({ 'Content-Type': 'text/csv' }, 206),
    answer({ 'Content-Type': 'application/json', 'Content-Length': '12' }),
    answer({ 'Content-Type': 'text/html', 'Content-Encoding': 'br' }),
  ]) {
    const encoding = response.headers.get('Content-Encoding');
    const sent = await compress(asked(), response);
    expect(sent.headers.get('Content-Encoding')).toBe(encoding);
    expect(await sent.text()).toBe(text);
  }
});

test('a response without a body stays without one', async () => {
  const empty = new Response(null, { headers: { 'Content-Type': 'text/html' } });
  const sent = await compress(asked(), empty);
  expect(sent.headers.get('Content-Encoding')).toBeNull();
  expect(await sent.text()).toBe('');
});

test('gzip is accepted by name or *, and not with a quality of 0', () => {
  for (const header of ['gzip', 'br, GZIP;q=0.5', '*', 'gzip ; q=1.0']) expect(acceptsGzip(header)).toBe(true);
  for (const header of [null, '', 'br', 'gzip;q=0', 'gzip; q=0.000', '*;q=0', 'gzip;q=0, *']) {
    expect(acceptsGzip(header), String(header)).toBe(false);
  }
});
