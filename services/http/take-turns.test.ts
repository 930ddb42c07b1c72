import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';

import { isOutage } from '@domain/outage';

import { apiTurns, listenerTurns } from './take-turns';

/** An API whose calls end when they are told to. */
function openApi() {
  const ends: (() => void)[] = [];
  const began = vi.fn();
  const api = new Hono();
  api.use(
    '*',
    apiTurns(
      () => '192.0.2.1',
      ({ headers }) => headers.has('Exempt'),
    ),
  );
  api.get('/', async (c) => {
    began();
    await new Promise<void>((resolve) => ends.push(resolve));
    return c.text('done');
  });
  api.onError((error, c) => c.text('', isOutage(error) ? 503 : 500));
  const call = (headers: HeadersInit = {}, signal?: AbortSignal) =>
    Promise.resolve(api.request('/', { headers, signal })).then(({ status }) => status);
  return { call, began, end: () => ends.splice(0).forEach((end) => end()) };
}

/** When everything that can happen by itself has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('one call of an address is answered at a time, and those of a web tier at once', async () => {
  const { call, began, end } = openApi();
  const calls = Array.from({ length: 3 }, () => call());
  await settled();
  expect(began).toHaveBeenCalledTimes(1);
  calls.push(call({ Exempt: '1' }));
  await settled();
  expect(began).toHaveBeenCalledTimes(2);
  for (const next of [3, 4]) {
    end();
    await vi.waitUntil(() => began.mock.calls.length === next);
  }
  end();
  expect(await Promise.all(calls)).toEqual(Array(4).fill(200));
});

test('whoever has left is not served, and of too many calls the last ones are refused', async () => {
  const { call, began, end } = openApi();
  const leaving = new AbortController();
  const calls = Array.from({ length: 201 }, () => call({}, leaving.signal));
  await settled();
  expect(await call()).toBe(503);
  leaving.abort();
  await settled();
  end();
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 499)).toHaveLength(200);
  expect(began).toHaveBeenCalledTimes(1);
});

test('pages of a listener have turns as well, which end with their responses', async () => {
  const inTurn = listenerTurns();
  const open: ServerResponse[] = [];
  const server = createServer((request, response) =>
    inTurn('192.0.2.1', (_, shown) => void open.push(shown))(request, response),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const pages = Array.from({ length: 2 }, () => fetch(address).then((response) => response.text()));
  await vi.waitUntil(() => open.length === 1);
  await settled();
  expect(open).toHaveLength(1);
  open[0]?.end('shown');
  await vi.waitUntil(() => open.length === 2);
  open[1]?.end('shown');
  expect(await Promise.all(pages)).toEqual(['shown', 'shown']);
  server.close();
});
