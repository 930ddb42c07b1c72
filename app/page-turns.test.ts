import { expect, test, vi } from 'vitest';

import { Outage } from '@domain/outage';

import { createPageTurns } from './page-turns';

const address = 'https://motothek.example/file-upload';
const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };

/** Work that ends when it is told to. Counts how often it began. */
function openWork() {
  const ends: (() => void)[] = [];
  const begin = vi.fn(() => new Promise<string>((resolve) => ends.push(() => resolve('done'))));
  return { begin, endAll: () => ends.splice(0).forEach((end) => end()) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an account gets one page at a time, also by HEAD, and one form beside it', async () => {
  const inTurn = createPageTurns();
  const work = openWork();
  const sent = [{}, { method: 'HEAD' }, {}, form, form].map((init) =>
    inTurn({ request: new Request(address, init), subject: 'ada' }, work.begin),
  );
  await settled();
  expect(work.begin).toHaveBeenCalledTimes(2);
  const other = inTurn({ request: new Request(address), subject: 'ben' }, work.begin);
  await settled();
  expect(work.begin).toHaveBeenCalledTimes(3);
  while (work.begin.mock.calls.length < 6) {
    work.endAll();
    await settled();
  }
  work.endAll();
  expect(await Promise.all([...sent, other])).toEqual(Array(6).fill('done'));
});

test('what waits for its turn is not done when its client leaves', async () => {
  const inTurn = createPageTurns();
  const work = openWork();
  const first = inTurn({ request: new Request(address), subject: 'ada' }, work.begin);
  const leaving = new AbortController();
  const waiting = Array.from({ length: 100 }, () =>
    inTurn({ request: new Request(address, { signal: leaving.signal }), subject: 'ada' }, work.begin),
  );
  await settled();
  leaving.abort();
  expect(await Promise.all(waiting)).toEqual(Array(100).fill(null));
  work.endAll();
  expect(await first).toBe('done');
  expect(work.begin).toHaveBeenCalledTimes(1);
});

test('forms with files have a turn of their own, and visitors those of their address', async () => {
  const inTurn = createPageTurns();
  const work = openWork();
  const multipart = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } };
  const send = (subject: string | null, init: RequestInit) =>
    inTurn({ request: new Request(address, init), subject }, work.begin);
  const sent = [multipart, { method: 'PATCH' }, { method: 'PUT' }, multipart, {}, form].map((init) =>
    send('ada', init),
  );
  await settled();
  expect(work.begin).toHaveBeenCalledTimes(3);
  sent.push(...[multipart, {}].map((init) => send(null, init)));
  await settled();
  expect(work.begin).toHaveBeenCalledTimes(5);
  while (work.begin.mock.calls.length < 8) {
    work.endAll();
    await settled();
  }
  work.endAll();
  await Promise.all(sent);
});

test('too much of one account is refused as an outage', async () => {
  const inTurn = createPageTurns();
  const work = openWork();
  const leaving = new AbortController();
  const ask = () => inTurn({ request: new Request(address, { signal: leaving.signal }), subject: 'ada' }, work.begin);
  const sent = Array.from({ length: 201 }, ask);
  await expect(ask()).rejects.toThrow(Outage);
  leaving.abort();
  work.endAll();
  await Promise.all(sent);
});
