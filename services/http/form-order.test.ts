import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { formOrder } from './form-order';

let server: Server;
let arrived: number;
/** Requests that were begun, by method, and responses that nobody has ended yet, by path. */
let begun: string[];
let open: Map<string, ServerResponse>;

/** Serves with so much patience that a page that waits in vain never ends. */
async function serve(options: { patienceMs?: number; reloadMs?: number } = {}): Promise<void> {
  [arrived, begun, open] = [0, [], new Map()];
  const inOrder = formOrder({ sessionOf: ({ headers }) => headers.cookie ?? null, patienceMs: 600_000, ...options });
  const answer = inOrder((request, response) => {
    begun.push(`${request.method} ${request.url}`);
    if (request.url === '/slow') open.set('/slow', response);
    else response.end();
  });
  server = createServer((request, response) => {
    arrived += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const plain = 'application/x-www-form-urlencoded;charset=UTF-8';
function ask(path: string, cookie: string | null, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  const headers = { ...(cookie ? { Cookie: cookie } : {}), ...(init.headers as object) };
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).catch(() => null);
}
const post = (path: string, type = plain) =>
  ask(path, 'one', { method: 'POST', headers: { 'Content-Type': type }, body: 'a=b' });
const reload = (path: string, init: RequestInit = {}) =>
  ask(path, 'one', { ...init, headers: { 'Cache-Control': 'max-age=0', 'Sec-Fetch-Dest': 'document' } });
const isBegun = (name: string) => expect.poll(() => begun.includes(name)).toBe(true);

test('a page waits for the forms of its session that arrived before it', async () => {
  await serve();
  const form = post('/slow');
  await isBegun('POST /slow');
  const page = ask('/page', 'one');
  await Promise.all([ask('/other', 'two'), ask('/visitor', null), post('/next')]);
  expect(begun).not.toContain('GET /page');
  open.get('/slow')?.end();
  await Promise.all([form, page]);
  expect(begun).toContain('GET /page');
});

test('a page that is reloaded contains the form that arrives a moment after it', async () => {
  await serve({ reloadMs: 500 });
  const page = reload('/page');
  const form = post('/slow');
  await isBegun('POST /slow');
  await pause(700);
  expect(begun).toEqual(['POST /slow']);
  open.get('/slow')?.end();
  await Promise.all([form, page]);
  expect(begun).toEqual(['POST /slow', 'GET /page']);
});

test('a page does not wait for files', async () => {
  await serve();
  void post('/slow', 'multipart/form-data; boundary=x');
  await isBegun('POST /slow');
  expect((await ask('/page', 'one'))?.status).toBe(200);
});

test('a page waits only for a time for a form that does not end', async () => {
  await serve({ patienceMs: 20 });
  void post('/slow');
  await isBegun('POST /slow');
  expect((await ask('/page', 'one'))?.status).toBe(200);
  expect(open.size).toBe(1);
});

test('nothing is done for a page whose reader leaves while it waits', async () => {
  await serve();
  void post('/slow');
  await isBegun('POST /slow');
  const leaving = new AbortController();
  const page = reload('/page', { signal: leaving.signal });
  await pause(50);
  leaving.abort();
  await page;
  await pause(50);
  open.get('/slow')?.end();
  await ask('/later', 'one');
  expect(begun).toEqual(['POST /slow', 'GET /later']);
});

test('many pages and forms of one session wait no longer for each other', async () => {
  await serve();
  const forms = Array.from({ length: 6 }, () => post('/slow'));
  await expect.poll(() => begun.length).toBe(6);
  const pages = Array.from({ length: 8 }, (_, at) => ask(`/waiting/${at}`, 'one'));
  await expect.poll(() => arrived).toBe(14);
  expect((await ask('/further', 'one'))?.status).toBe(200);
  expect(begun.filter((name) => name.startsWith('GET /waiting'))).toEqual([]);
  server.closeAllConnections();
  await Promise.all([...forms, ...pages]);
});
