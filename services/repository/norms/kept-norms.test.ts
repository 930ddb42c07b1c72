import { expect, test } from 'vitest';

import type { KeptCurves } from '@domain/norms/kept-norms';

import type { Database } from '../store/database';
import { bytesOf, keptNorms, mostBytes } from './kept-norms';
import { dataSetsAt, mostInShort, shorten } from './short-curves';
import { showSources } from './shown-sources';

/** Norms of so many data sets, each with girls of 8 to 15 years; those with higher numbers have more people. */
function normsOf(many: number): KeptCurves {
  const years = Array.from({ length: 8 }, (_, at) => 8 + at);
  const group = { sex: 'f' as const, ages: { start: 8, end: 15 }, median: 1, standing: 50 };
  const numbers = Array.from({ length: many }, (_, at) => at + 1);
  const sources = numbers.map((nr) => ({
    nr,
    kind: 'raw' as const,
    persons: nr,
    groups: [{ ...group, persons: nr, placed: nr, years }],
  }));
  const offered = { ages: null, years: null, countries: [], dataSets: numbers };
  return { persons: 0, groups: [], curves: {}, sources, points: [], trend: [], offered };
}

test('norms are kept by the memory that they take: few choices of many data sets, many of few', () => {
  const [large, small] = [keptNorms({} as Database), keptNorms({} as Database)];
  const [many, few] = [normsOf(42_000), normsOf(10)];
  expect(bytesOf({ summary: null, curves: many }) / 42_000).toBeGreaterThan(600);
  for (let at = 1; at <= 20; at += 1) {
    large.set(`ages=8-${at}`, { summary: null, curves: many });
    small.set(`ages=8-${at}`, { summary: null, curves: few });
  }
  expect(large.calculatedSize).toBeLessThanOrEqual(mostBytes);
  expect([large.size, large.has('ages=8-20')]).toEqual([4, true]);
  expect(small.size).toBe(20);
});

test('curves of 42,000 data sets for each of 23 tests are kept in short, together', () => {
  const [kept, curves] = [keptNorms({} as Database), shorten(normsOf(42_000))];
  for (let at = 0; at < 23; at += 1) kept.set(String(at), { summary: null, curves });
  expect(kept.size).toBe(23);
});

test('norms in short know the data sets with the most people, how many there are, and where all of them count', () => {
  const whole = normsOf(1500);
  const short = shorten(whole);
  expect(shorten(short)).toBe(short);
  expect(short.sources.map(({ nr }) => nr)).toEqual(whole.sources.slice(-mostInShort).map(({ nr }) => nr));
  expect(dataSetsAt(short, 'f', 9)).toHaveLength(1500);
  expect([...dataSetsAt(short, 'f', 9).subarray(0, 2)]).toEqual([1500, 1499]);
  expect(dataSetsAt(short, 'm', 9)).toHaveLength(0);
  const shown = showSources(whole, 2);
  expect(showSources(short, 2)).toEqual(shown);
  expect([shown.sources.map(({ nr }) => nr), shown.inAll]).toEqual([[1499, 1500], { raw: 1500, beside: 0 }]);
});
