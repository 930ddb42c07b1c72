import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { afterEach, expect, test } from 'vitest';

import { formOrder } from './form-order';

let server: Server;
let arrived: number;
/** What is done when a request has arrived. */
let onArrival: (url: string | undefined) => void;
/** Requests that were begun, by method, and responses that nobody has ended yet, by path. */
let begun: string[];
let open: Map<string, ServerResponse>;

/** Serves with so much patience that a page that waits in vain never ends. */
async function serve(options: { patienceMs?: number; reloadMs?: number } = {}): Promise<void> {
  [arrived, begun, open, onArrival] = [0, [], new Map(), () => {}];
  const inOrder = formOrder({ sessionOf: ({ headers }) => headers.cookie ?? null, patienceMs: 600_000, ...options });
  const answer = inOrder((request, response) => {
    begun.push(`${request.method} ${request.url}`);
    if (request.url?.endsWith('/slow')) open.set('slow', response);
    else response.end();
  });
  server = createServer((request, response) => {
    arrived += 1;
    answer(request, response);
    onArrival(request.url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function ask(path: string, cookie: string | null, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  const headers = { ...(cookie ? { Cookie: cookie } : {}), ...(init.headers as object) };
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).catch(() => null);
}
const post = (path: string) => ask(path, 'one', { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
const reload = (path: string, init: RequestInit = {}) =>
  ask(path, 'one', { ...init, headers: { 'Cache-Control': 'max-age=0', 'Sec-Fetch-Dest': 'document' } });
const isBegun = (name: string) => expect.poll(() => begun.includes(name)).toBe(true);

test('a page waits for the drafts of its session that arrived before it', async () => {
  await serve();
  const form = post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  const page = ask('/page', 'one');
  await Promise.all([ask('/other', 'two'), ask('/visitor', null), post('/drafts/next')]);
  expect(begun).not.toContain('GET /page');
  open.get('slow')?.end();
  await Promise.all([form, page]);
  expect(begun).toContain('GET /page');
});

test('a page that is reloaded contains the draft that arrives a moment after it', async () => {
  await serve({ reloadMs: 500 });
  const page = reload('/page');
  const form = post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  await pause(700);
  expect(begun).toEqual(['POST /drafts/slow']);
  open.get('slow')?.end();
  await Promise.all([form, page]);
  expect(begun).toEqual(['POST /drafts/slow', 'GET /page']);
});

test('a page that is reloaded contains the draft that arrives while the server is busy', async () => {
  await serve();
  const { port } = server.address() as AddressInfo;
  const sent = new Int32Array(new SharedArrayBuffer(4));
  onArrival = (url) => {
    if (url !== '/page') return;
    const worker = new Worker(sendDraft, { eval: true, workerData: { port, sent } });
    worker.unref();
    Atomics.wait(sent, 0, 0);
    // Longer than a page waits for its draft.
    Atomics.wait(sent, 0, 1, 200);
  };
  const page = reload('/page');
  await isBegun('POST /drafts/slow');
  expect(begun).toEqual(['POST /drafts/slow']);
  open.get('slow')?.end();
  await page;
  expect(begun).toEqual(['POST /drafts/slow', 'GET /page']);
});

/** Sends a draft from another thread, and tells when it has left. */
const sendDraft = `
  const { workerData: { port, sent } } = require('node:worker_threads');
  const request = ['POST /drafts/slow HTTP/1.1', 'Host: localhost', 'Cookie: one', 'Content-Length: 3', '', 'a=b'];
  const tell = () => Atomics.store(sent, 0, 1) && Atomics.notify(sent, 0);
  const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(request.join('\\r\\n'), tell));
  socket.on('error', () => {});
`;

test('a page that is reloaded is begun soon by a process that is busy', async () => {
  await serve();
  let rounds = 0;
  const beBusy = () => {
    if (begun.length === 0) rounds += 1;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  };
  let busy: NodeJS.Timeout | undefined;
  onArrival = () => (busy = setInterval(beBusy, 1));
  await reload('/page');
  clearInterval(busy);
  // Each of three timers takes two rounds. Six would take twelve.
  expect(rounds).toBeLessThan(9);
});

test.each(['script', 'image', 'empty'])('what a page loads (%s) waits for no draft', async (dest) => {
  await serve();
  void post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  const loaded = await ask('/assets/picture.svg', 'one', { headers: { 'Sec-Fetch-Dest': dest } });
  expect(loaded?.status).toBe(200);
});

test('data of a page for the client router wait for drafts as the page does', async () => {
  await serve();
  const form = post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  const data = ask('/page.data?a=1', 'one', { headers: { 'Sec-Fetch-Dest': 'empty' } });
  await ask('/other', 'two');
  expect(begun).not.toContain('GET /page.data?a=1');
  open.get('slow')?.end();
  await Promise.all([form, data]);
  expect(begun).toContain('GET /page.data?a=1');
});

test('a page waits for drafts alone, which script sends while it is left', async () => {
  await serve();
  void post('/slow');
  await isBegun('POST /slow');
  expect((await ask('/page', 'one'))?.status).toBe(200);
});

test('a page waits only for a time for a draft that does not end', async () => {
  await serve({ patienceMs: 20 });
  void post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  expect((await ask('/page', 'one'))?.status).toBe(200);
  expect(open.size).toBe(1);
});

test('nothing is done for a page whose reader leaves while it waits', async () => {
  await serve();
  void post('/drafts/slow');
  await isBegun('POST /drafts/slow');
  const leaving = new AbortController();
  const page = reload('/page', { signal: leaving.signal });
  await pause(50);
  leaving.abort();
  await page;
  await pause(50);
  open.get('slow')?.end();
  await ask('/later', 'one');
  expect(begun).toEqual(['POST /drafts/slow', 'GET /later']);
});

test('many pages and drafts of one session wait no longer for each other', async () => {
  await serve();
  const forms = Array.from({ length: 6 }, () => post('/drafts/slow'));
  await expect.poll(() => begun.length).toBe(6);
  const pages = Array.from({ length: 8 }, (_, at) => ask(`/waiting/${at}`, 'one'));
  await expect.poll(() => arrived).toBe(14);
  expect((await ask('/further', 'one'))?.status).toBe(200);
  expect(begun.filter((name) => name.startsWith('GET /waiting'))).toEqual([]);
  server.closeAllConnections();
  await Promise.all([...forms, ...pages]);
});
