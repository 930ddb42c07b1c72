import { createHash } from 'node:crypto';

import { expect, test, vi } from 'vitest';

import { answerSharedPage, createPageCache, sharedPageKey, toSharedPage } from './page-cache';

const address = 'https://motothek.example.org';
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sharedPageKey(new Request(address + path, { headers, method }), 'en');
const nonce = 'a1b2c3';
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = (text: string) => ({ headers: [], text });

test('public screens are shared by address, search and language', () => {
  expect(ask('/')).toBe('en /');
  expect(ask('/?q=balance&e=slj')).toBe('en /?q=balance&e=slj');
  expect(ask('/balance', { Cookie: 'language=EN-GB' })).toBe('en /balance');
  expect(ask('/info/privacy')).toBe('en /info/privacy');
  expect(ask('/data-set/3')).toBe('en /data-set/3');
  expect(sharedPageKey(new Request(`${address}/`), 'de')).toBe('de /');
});

test('a cookie that is not ours, from a balancer or another site of this host, does not prevent sharing', () => {
  for (const Cookie of ['_ga=GA1.1.2', 'SERVERID=web1; language=EN-GB', 'old-session=1; _flash=2', ';;= ;a']) {
    expect(ask('/', { Cookie }), Cookie).toBe('en /');
  }
  expect(ask('/', { Cookie: '_ga=GA1.1.2;session=abc' })).toBeNull();
  expect(ask('/', { Cookie: '_ga=1;  flash =abc' })).toBeNull();
});

test('nothing is shared with signed-in users, or where the response may be for one user', () => {
  expect(ask('/', { Cookie: 'session=abc' })).toBeNull();
  expect(ask('/', { Cookie: 'language=EN-GB; __Host-session=abc' })).toBeNull();
  expect(ask('/', { Cookie: 'flash=abc' })).toBeNull();
  expect(ask('/', { Authorization: 'Bearer abc' })).toBeNull();
  expect(ask('/', {}, 'POST')).toBeNull();
  expect(ask('/', {}, 'HEAD')).toBeNull();
  for (const path of ['/file-upload/data/1r', '/authentication/login', '/editorial-board/vote/1r', '/_root.data']) {
    expect(ask(path), path).toBeNull();
  }
});

test('only successful whole pages that set no cookie are cached', async () => {
  const kept = (status: number, headers: Record<string, string>) =>
    toSharedPage(new Response('<h1>Page</h1>', { status, headers }), nonce);
  expect(await kept(200, html)).not.toBeNull();
  for (const status of [400, 403, 404, 500]) expect(await kept(status, html)).toBeNull();
  expect(await kept(200, { ...html, 'Set-Cookie': 'a=b' })).toBeNull();
  expect(await kept(200, { 'Content-Type': 'application/json' })).toBeNull();
  expect(await toSharedPage(new Response(null, { status: 302, headers: { Location: '/' } }), nonce)).toBeNull();
});

test('everybody gets the same page, whose policy names the scripts of the page and no others', async () => {
  const smuggled = '<script>alert(1)</script><script nonce="x">alert(2)</script>';
  const response = new Response(
    `<script nonce="${nonce}">1</script>${smuggled}<script type="module" nonce="${nonce}" async="">2</script>` +
      `<script nonce="${nonce}" src="/a.js"></script>`,
    { headers: { ...html, 'Content-Security-Policy': `script-src 'self' 'nonce-${nonce}'; img-src 'self'` } },
  );
  const answer = answerSharedPage((await toSharedPage(response, nonce))!, new Request(address));
  const [one, two] = ['1', '2'].map((script) => createHash('sha256').update(script).digest('base64'));
  expect(answer.headers.get('Content-Security-Policy')).toBe(
    `script-src 'self' 'sha256-${one}' 'sha256-${two}'; img-src 'self'`,
  );
  expect(await answer.text()).toBe(
    `<script>1</script>${smuggled}<script type="module" async="">2</script><script src="/a.js"></script>`,
  );
});

test('a page that has the nonce anywhere else is not shared', async () => {
  const response = new Response(`<p>${nonce}</p>`, { headers: html });
  expect(await toSharedPage(response, nonce)).toBeNull();
});

test('whoever has the page already gets no text', async () => {
  const shared = (await toSharedPage(new Response('<h1>Page</h1>', { headers: { ...html, Vary: 'Cookie' } }), nonce))!;
  const tag = answerSharedPage(shared, new Request(address)).headers.get('ETag')!;
  const again = (given: string) =>
    answerSharedPage(shared, new Request(address, { headers: { 'If-None-Match': given } }));
  for (const given of [tag, `"other", ${tag}`]) {
    const answer = again(given);
    expect([answer.status, answer.headers.get('ETag'), await answer.text()]).toEqual([304, tag, '']);
    expect([answer.headers.get('Vary'), answer.headers.get('Content-Type')]).toEqual(['Cookie, Accept-Encoding', null]);
  }
  expect(again('"other"').status).toBe(200);
});

test('requests during rendering wait for the page; later ones get it until it expires', async () => {
  let now = 0;
  const cache = createPageCache({ lifeMs: 2000, maxSize: 1000, now: () => now });
  const render = vi.fn(async () => page('first'));
  const answers = await Promise.all([1, 2, 3].map(() => cache.find('a', render)));
  expect(answers.map((answer) => answer?.text)).toEqual(['first', 'first', 'first']);
  now = 1999;
  await cache.find('a', render);
  expect(render).toHaveBeenCalledTimes(1);
  now = 2000;
  expect(await cache.find('a', async () => page('second'))).toEqual(page('second'));
});

test('a page that took a minute to make is kept by no cache outside, whoever waited for it how long', async () => {
  let now = 0;
  const cache = createPageCache({ lifeMs: 2000, maxSize: 1000, now: () => now });
  const control = async (ms: number) => {
    const begun = cache.find(`/${ms}`, async () => {
      await Promise.resolve();
      now += ms;
      return page('late');
    });
    const joined = cache.find(`/${ms}`, async () => null);
    const shared = [await begun, await joined].map((one) =>
      answerSharedPage(one!, new Request(address), { mayBeShared: true }).headers.get('Cache-Control'),
    );
    return shared;
  };
  expect(await control(59_999)).toEqual(['public, max-age=0', 'public, max-age=0']);
  expect(await control(60_000)).toEqual([null, null]);
});

test('pages that must not be shared, and failed ones, are requested again each time', async () => {
  const cache = createPageCache({ lifeMs: 2000, maxSize: 1000 });
  expect(await cache.find('a', async () => null)).toBeNull();
  await expect(cache.find('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.find('a', async () => page('well'))).toEqual(page('well'));
});

test('whoever waits for the same page is told at once that something is away, and the next one asks again', async () => {
  const cache = createPageCache({ lifeMs: 2000, maxSize: 1000, now: () => 0 });
  const headers = { ...html, 'Content-Security-Policy': `script-src 'nonce-${nonce}'`, 'Retry-After': '15' };
  const render = vi.fn(() => toSharedPage(new Response('<h1>Away</h1>', { status: 503, headers }), nonce));
  for (const waiting of await Promise.all([cache.find('a', render), cache.find('a', render)])) {
    const answer = answerSharedPage(waiting!, new Request(address), { mayBeShared: true });
    expect([answer.status, await answer.text()]).toEqual([503, '<h1>Away</h1>']);
    expect(answer.headers.get('Cache-Control')).toBeNull();
    expect(answer.headers.get('ETag')).toBeNull();
    expect(answer.headers.get('Retry-After')).toBe('15');
    expect(answer.headers.get('Content-Security-Policy')).not.toContain(nonce);
  }
  expect(render).toHaveBeenCalledTimes(1);
  expect((await cache.find('a', async () => page('well')))?.text).toBe('well');
});

test('the least recently used pages are removed when there are too many', async () => {
  const cache = createPageCache({ lifeMs: 2000, maxSize: 100, now: () => 0 });
  const render = vi.fn(async () => page('x'.repeat(39)));
  await cache.find('a', render);
  await cache.find('b', render);
  await cache.find('a', render);
  await cache.find('c', render);
  expect(render).toHaveBeenCalledTimes(3);
  await cache.find('a', render);
  expect(render).toHaveBeenCalledTimes(3);
  await cache.find('b', render);
  expect(render).toHaveBeenCalledTimes(4);
});

test('a page with the offer of another language is a page of its own', () => {
  const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
  expect(ask('/', german)).toBe('en+de /');
  expect(ask('/', { ...german, Cookie: 'language=EN-US' })).toBe('en /');
  expect(ask('/', { 'Accept-Language': 'en,de;q=0.9' })).toBe('en /');
});
