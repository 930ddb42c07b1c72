import { expect, test } from 'vitest';

import { Outage } from '@domain/outage';

import { withVisitor } from '../context/visitor-address';
import { inClassTurn } from './class-turns';

const stays = new AbortController().signal;

test('a visitor has one class at a time, and others do not wait for all of them', async () => {
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (visitor: string) =>
    withVisitor(visitor, () =>
      inClassTurn(null, stays, async () => {
        running.push(visitor);
        await new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  const greedy = Array.from({ length: 6 }, () => begin('greedy'));
  await expect(begin('greedy')).rejects.toThrow(Outage);
  const other = begin('other');
  await expect.poll(() => running).toEqual(['greedy', 'other']);
  const done = Promise.all([...greedy, other]);
  for (let i = 0; i < 7; i += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
    await Promise.resolve();
  }
  await done;
  expect(running.filter((visitor) => visitor === 'greedy')).toHaveLength(6);
});
