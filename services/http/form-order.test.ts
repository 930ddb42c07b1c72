import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { formOrder } from './form-order';

let server: Server;
/** Requests that were begun, by method, and responses that nobody has ended yet, by path. */
let begun: string[];
let open: Map<string, ServerResponse>;

/** Serves with so much patience that a page that waits in vain never ends. */
async function serve(patienceMs = 600_000): Promise<void> {
  [begun, open] = [[], new Map()];
  const inOrder = formOrder(({ headers }) => headers.cookie ?? null, patienceMs);
  server = createServer(
    inOrder((request, response) => {
      begun.push(`${request.method} ${request.url}`);
      if (request.url === '/slow') open.set('/slow', response);
      else response.end();
    }),
  ).listen(0, '127.0.0.1');
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
  await serve();
  const page = reload('/page');
  await pause(5);
  const form = post('/slow');
  await isBegun('POST /slow');
  await pause(60);
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
  await serve(20);
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
