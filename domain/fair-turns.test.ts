import { expect, test } from 'vitest';

import { FairTurns } from './fair-turns';
import { Outage } from './outage';

const patient = new AbortController().signal;

/** Hands in work that ends when it is told to, and tells in which order work has begun. */
function workshop(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const handIn = (account: string, name: string, signal = patient) =>
    turns.run(account, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { begun, handIn, end, settle };
}

test('an account with much work lets others in after one piece', async () => {
  const { begun, handIn, end, settle } = workshop(new FairTurns(2));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void handIn('a', name);
  void handIn('b', 'b1');
  void handIn('c', 'c1');
  await settle();
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
});

test('work whose client has left never begins, and that of others goes on', async () => {
  const { begun, handIn, end, settle } = workshop(new FairTurns(1));
  const leaving = new AbortController();
  void handIn('a', 'a1');
  const left = handIn('a', 'a2', leaving.signal);
  void handIn('a', 'a3');
  await settle();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

test('work that fails gives its turn back', async () => {
  const turns = new FairTurns(1);
  await expect(turns.run('a', patient, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run('b', patient, () => Promise.resolve('done'))).toBe('done');
});

test('an account has no more than its places, and the others are free for newcomers', async () => {
  const { begun, handIn, end, settle } = workshop(new FairTurns(3, { perAccount: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void handIn('a', name);
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  void handIn('b', 'b1');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work beyond what an account may have waiting is an outage for this account alone', async () => {
  const { begun, handIn, end, settle } = workshop(new FairTurns(1, { waiting: 1 }));
  void handIn('a', 'a1');
  void handIn('a', 'a2');
  await expect(handIn('a', 'a3')).rejects.toBeInstanceOf(Outage);
  void handIn('b', 'b1');
  await settle();
  for (const name of ['a1', 'a2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('work that has waited too long is an outage, and keeps no place in the queue', async () => {
  const { begun, handIn, end, settle } = workshop(new FairTurns(1, { patienceMs: 20 }));
  void handIn('a', 'a1');
  await expect(handIn('b', 'b1')).rejects.toBeInstanceOf(Outage);
  const next = handIn('c', 'c1');
  await end('a1');
  await settle();
  await end('c1');
  await next;
  expect(begun).toEqual(['a1', 'c1']);
});

test('a turn that is given back twice counts once', async () => {
  const turns = new FairTurns(1);
  const giveBack = await turns.take('a', patient);
  giveBack();
  giveBack();
  const { begun, handIn, settle } = workshop(turns);
  void handIn('b', 'b1');
  void handIn('c', 'c1');
  await settle();
  expect(begun).toEqual(['b1']);
});
