import { expect, test, vi } from 'vitest';

import type { Standings, StandingRequest } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { placeResults } from './place-results';

vi.mock('../../norms/open-curves', () => {
  const dataSets = Uint32Array.from({ length: 1000 }, (_, at) => 1000 - at);
  const percentiles = [1.25, 2.25, 3.25, 4.25, 5.25, 6.25, 7.25];
  const shares = { percentile: 50, worse: 49, same: 2, z: 0, band: 'average', median: 12 };
  const standing = { ...shares, percentiles, persons: 100_000, dataSets };
  const place = (results: StandingRequest['results']) => Promise.resolve(results.map(() => standing));
  return { openCurves: () => Promise.resolve({ version: '2026-11-28' as Standings['version'], place }) };
});

test('between two counts there is no result, but there are means of trials and measures', async () => {
  const asked = [
    ['pushup40', 2.5],
    ['pushup40', 3],
    ['jumpside15', 21.3],
    ['slj', 120.5],
  ] as const;
  const results = asked.map(([key, value]) => ({ key, value, sex: 'f' as const, age: 9.5 }));
  const { standings } = await placeResults({} as RepositoryContext, { results });
  expect(standings.map(({ percentile, same }) => [percentile, same])).toEqual([
    [null, null],
    [50, 2],
    [50, 2],
    [50, 2],
  ]);
  // With a median, the page says that the result is impossible, and not that there is no curve.
  expect(standings[0]).toMatchObject({ band: null, median: 12 });
});

test('20,000 results among 1,000 data sets are told in a small answer, which counts the data sets', async () => {
  const results = Array.from({ length: 20_000 }, () => ({ key: 'slj', value: 120, sex: 'f' as const, age: 9.5 }));
  const answer = await placeResults({} as RepositoryContext, { results });
  expect(JSON.stringify(answer).length).toBeLessThan(200 * results.length);
  expect(answer.standings.every(({ place }) => place === 0)).toBe(true);
  // Those that come first have the most people; they are told by number.
  const dataSets = Array.from({ length: 200 }, (_, at) => 801 + at);
  expect(answer.places).toEqual([{ dataSets, dataSetsInAll: 1000 }]);
});
