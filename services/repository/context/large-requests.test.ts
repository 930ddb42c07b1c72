import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { Outage } from '@domain/outage';

import { inTurnIfLarge, saveInTurn } from './large-requests';

afterEach(() => void vi.useRealTimers());

const caller = (account: string, confirm = () => Promise.resolve()) => ({ account, confirm });

test('large content of one account is worked on piece by piece, and others come in between', async () => {
  const done: string[] = [];
  const work = (account: string, name: string, characters: number) =>
    inTurnIfLarge(account, characters, () => void done.push(name));
  const large = ['a1', 'a2', 'a3'].map((name) => work('a', name, 1e6));
  await Promise.all([...large, work('b', 'b1', 1e6), work('b', 'small', 10)]);
  expect(done).toEqual(['small', 'a1', 'a2', 'b1', 'a3']);
});

test('after a large save its account rests, and others save meanwhile', async () => {
  const done: string[] = [];
  const save = (account: string, name: string, characters = 1e6) =>
    saveInTurn(caller(account), characters, async () => {
      await pause(20);
      done.push(name);
    });
  await Promise.all([save('c', 'c1'), save('c', 'c2'), save('d', 'd1'), save('c', 'small', 10)]);
  expect(done.toSorted()).toEqual(['c1', 'c2', 'd1', 'small']);
  expect(done.at(-1)).toBe('c2');
});

test('a save that fails gives its turn back', async () => {
  const fail = () => Promise.reject(new Error('refused'));
  await expect(saveInTurn(caller('e'), 1e6, fail)).rejects.toThrow('refused');
  expect(await saveInTurn(caller('e'), 1e6, async () => 'saved')).toBe('saved');
});

test('nothing is saved for a caller whose session has ended while the save waited', async () => {
  let isHere = true;
  const leaving = caller('i', () => (isHere ? Promise.resolve() : Promise.reject(new Error('unauthenticated'))));
  const save = vi.fn(async () => void (isHere = false));
  const saves = [saveInTurn(leaving, 1e6, save), saveInTurn(leaving, 1e6, save)];
  await expect(saves[1]).rejects.toThrow('unauthenticated');
  expect(save).toHaveBeenCalledTimes(1);
});

test('whoever waits too long behind a save that does not end gets an outage', async () => {
  const ends: (() => void)[] = [];
  const first = saveInTurn(caller('f'), 1e6, () => new Promise<void>((resolve) => ends.push(resolve)));
  await expect.poll(() => ends.length).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused: unknown[] = [];
  for (const work of [
    saveInTurn(caller('f'), 1e6, async () => undefined),
    saveInTurn(caller('g'), 1e6, async () => undefined),
    inTurnIfLarge('h', 1e6, () => undefined),
  ]) {
    work.catch((error: unknown) => refused.push(error));
  }
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(10_000), refused.length)).toBe(3);
  expect(refused.every((error) => error instanceof Outage)).toBe(true);
  for (const end of ends) end();
  await first;
});
