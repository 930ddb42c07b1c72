import { expect, test } from 'vitest';

import { joinRows } from './join-rows';
import type { RowOfChild } from './read-child';

const row = (day: string | null, exactAge: number | null, value: number, key = 'slj'): RowOfChild => {
  const ages = { exactAge, statedAge: null };
  const results = [{ key, ...ages, value, text: String(value), trial: null, reason: null }];
  const child = { row: 1, name: 'Ada', group: '', sex: 'f', identity: 'Ada', person: '', born: null } as const;
  return { ...child, ...ages, results, day, timePoint: null };
};

test('each result of a child is compared at the age of its own day, or else at the lowest of its other rows', () => {
  const rows = [row('2026-02-01', 9.1, 120), row('2026-09-01', 9.7, 20, 'situp40'), row(null, null, 15, 'pushup40')];
  const [ada, ...others] = joinRows(rows);
  expect(others).toEqual([]);
  expect(ada!.exactAge).toBe(9.1);
  expect(ada!.results.map(({ key, exactAge }) => [key, exactAge])).toEqual([
    ['slj', 9.1],
    ['situp40', 9.7],
    ['pushup40', 9.1],
  ]);
});

test('namesakes of another sex or age are not joined', () => {
  const rows = [row(null, 9.1, 120), { ...row(null, 9.1, 90), sex: 'm' as const }, row(null, 12.3, 150)];
  expect(joinRows(rows).map(({ sex, exactAge, results }) => [sex, exactAge, results[0]!.value])).toEqual([
    ['f', 9.1, 120],
    ['m', 9.1, 90],
    ['f', 12.3, 150],
  ]);
});
