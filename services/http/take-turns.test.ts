import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';

import { ownCountName } from '@domain/api/use';
import { isOutage } from '@domain/outage';
import { yieldToOthers } from '@domain/yield-to-others';

import { limitResponse } from './limit-response';
import { addressTurns, tokenTurns } from './take-turns';

/** Of web tiers, whose calls had their turn there. */
const ownSecret = 'secret of this site';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose requests have turns by the address that they claim. It collects the responses that have begun. */
async function openServer(turnMs = 150, work: () => void = () => undefined) {
  const open: ServerResponse[] = [];
  const inTurn = addressTurns(({ headers }) => String(headers.claimed ?? ''), ownSecret, { waiting: 1000, turnMs });
  const listener = inTurn((_, response) => {
    open.push(response);
    work();
  });
  server = createServer((request, response) => {
    limitResponse(response);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (claimed: string, { path = '/', ...init }: RequestInit & { path?: string } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { claimed, ...init.headers } }).then((response) =>
      response.text().then(() => response.status),
    );
  /** Asks for an address as it is, without waiting for the answer. */
  const askRaw = (path: string) => {
    const sent = connect(port, '127.0.0.1');
    sent.on('error', () => undefined);
    sent.write(`GET ${path} HTTP/1.1\r\nHost: school\r\nClaimed: school\r\n\r\n`);
    return sent;
  };
  return { open, ask, askRaw, port };
}

/** When everything that can happen by itself at once has happened. */
const settled = () => pause(30);

test('an address has one turn for everything, and others do not wait for it', async () => {
  const { open, ask, askRaw } = await openServer(60_000);
  const sent = ['/', '/api/search', '/oai', '/identity/register'].map((path) => ask('school', { path }));
  for (const path of ['/assets/../search', '/assets/%2e%2e/search', '/readyz/', '/identity/token/../register'])
    askRaw(path);
  await vi.waitUntil(() => open.length === 1);
  await settled();
  expect(open).toHaveLength(1);
  sent.push(ask('home'), ask('school', { path: '/assets/a.css' }), ask('school', { path: '/readyz' }));
  sent.push(
    ask('school', { headers: { [ownCountName]: ownSecret } }),
    ask('school', { path: '/identity/token', method: 'POST' }),
  );
  await vi.waitUntil(() => open.length === 6);
  await settled();
  expect(open).toHaveLength(6);
  const ending = setInterval(() => open.forEach((response) => response.end()), 10);
  expect(await Promise.all(sent)).toEqual(sent.map(() => 200));
  clearInterval(ending);
});

test('requests that were sent ahead by a client that has left take no turns', async () => {
  const { open, ask, askRaw } = await openServer();
  const first = ask('school');
  await vi.waitUntil(() => open.length === 1);
  const ahead = askRaw('/?first');
  for (let next = 0; next < 20; next += 1) {
    ahead.write(`GET /?${next} HTTP/1.1\r\nHost: school\r\nClaimed: school\r\n\r\n`);
  }
  await settled();
  ahead.destroy();
  await settled();
  const begun = performance.now();
  open[0]?.end();
  const last = ask('school', { path: '/?last' });
  await vi.waitUntil(() => open.at(-1)?.req.url === '/?last');
  expect(performance.now() - begun).toBeLessThan(10 * 150);
  open.at(-1)?.end();
  expect(await Promise.all([first, last])).toEqual([200, 200]);
});

test('a request that waits for something else than the processor lets the next one begin', async () => {
  const { open, ask } = await openServer();
  const sent = [ask('school'), ask('school')];
  await vi.waitUntil(() => open.length === 2);
  for (const response of open) response.end();
  await Promise.all(sent);
});

test('an address that asks for several things lets those pass that ask for one', async () => {
  const waits: (Promise<unknown> | null)[] = [];
  const statements: (() => void)[] = [];
  const { open, ask } = await openServer(60_000, () =>
    statements.push(AsyncResource.bind(() => waits.push(yieldToOthers()))),
  );
  const school = [ask('school'), ask('school'), ask('school')];
  await vi.waitUntil(() => open.length === 1);
  const home = ask('home');
  await vi.waitUntil(() => open.length === 2);
  statements.forEach((statement) => statement());
  expect(waits).toEqual([expect.any(Promise), null]);
  // The next request of the school does not begin either.
  open[0]?.end();
  await settled();
  expect(open).toHaveLength(2);
  open[1]?.end();
  await waits[0];
  await vi.waitUntil(() => open.length === 3);
  statements[2]?.();
  expect(waits[2]).toBeNull();
  open[2]?.end();
  await vi.waitUntil(() => open.length === 4);
  open[3]?.end();
  await Promise.all([...school, home]);
});

test('nobody waits for those whose body has not arrived, nor for longer than a page takes', async () => {
  const statements: (() => Promise<unknown> | null)[] = [];
  const { open, ask, port } = await openServer(60_000, () => statements.push(AsyncResource.bind(yieldToOthers)));
  const school = [ask('school'), ask('school')];
  await vi.waitUntil(() => open.length === 1);
  const arriving = request({ port, method: 'POST', headers: { claimed: 'home', 'Content-Length': 9 } });
  arriving.on('error', () => undefined).write('x');
  await vi.waitUntil(() => open.length === 2);
  expect(statements[0]?.()).toBeNull();
  const busy = ask('elsewhere');
  await vi.waitUntil(() => open.length === 3);
  expect(statements[0]?.()).toEqual(expect.any(Promise));
  await pause(1000);
  expect(statements[0]?.()).toBeNull();
  arriving.destroy();
  open[2]?.end();
  await busy;
  open[0]?.end();
  await vi.waitUntil(() => open.length === 4);
  open[3]?.end();
  await Promise.all(school);
});

test('a request that waits for something else than the processor is passed', async () => {
  const statements: (() => Promise<unknown> | null)[] = [];
  const { open, ask } = await openServer(150, () => statements.push(AsyncResource.bind(yieldToOthers)));
  const home = ask('home');
  await vi.waitUntil(() => open.length === 1);
  const school = [ask('school'), ask('school')];
  await vi.waitUntil(() => open.length === 3);
  expect(statements.map((statement) => statement())).toEqual([null, null, null]);
  for (const response of open) response.end();
  await Promise.all([home, ...school]);
});

test('connections whose body does not arrive hold up nobody for long', async () => {
  const { open, ask, port } = await openServer();
  const held = Array.from({ length: 10 }, () => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { claimed: 'school', 'Content-Length': 9 },
    });
    sent.on('error', () => undefined).write('x');
    return sent;
  });
  await vi.waitUntil(() => open.length > 0);
  const [begun, page] = [performance.now(), ask('school')];
  await vi.waitUntil(() => open.length === 11, 10_000);
  // Without arrival, each has the turn for a third of the usual time.
  expect(performance.now() - begun).toBeLessThan(10 * 150);
  for (const sent of held) sent.destroy();
  open[10]?.end();
  expect(await page).toBe(200);
});

test('whoever has left is not served, and of too many requests the last ones are refused', async () => {
  const { open, ask } = await openServer();
  const leaving = new AbortController();
  const sent = Array.from({ length: 1001 }, () => ask('school', { signal: leaving.signal }).catch(() => 0));
  sent.push(...Array.from({ length: 20 }, () => ask('school', { signal: leaving.signal }).catch(() => 0)));
  expect(await Promise.race(sent)).toBe(503);
  leaving.abort();
  await Promise.all(sent);
  const served = open.length;
  await settled();
  expect(open.length - served).toBeLessThan(3);
});

test('a token has one call at a time, from whatever addresses', async () => {
  const ends: (() => void)[] = [];
  const api = new Hono();
  api.use('*', tokenTurns());
  api.get('/', async (c) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return c.text('done');
  });
  api.onError((error, c) => c.text('', isOutage(error) ? 503 : 500));
  const leaving = new AbortController();
  const call = (token: string, signal?: AbortSignal) =>
    Promise.resolve(api.request('/', { headers: { Authorization: token }, signal })).then(({ status }) => status);
  const calls = [
    call('Bearer a.b.c'),
    call('bEARER a.b.d'),
    call('b'),
    ...Array.from({ length: 199 }, () => call('Bearer a.b.c', leaving.signal)),
  ];
  await settled();
  expect(ends).toHaveLength(2);
  expect(await call('Bearer a.b.c')).toBe(503);
  leaving.abort();
  ends.splice(0).forEach((end) => end());
  await vi.waitUntil(() => ends.length === 1);
  ends[0]?.();
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 499)).toHaveLength(199);
});
