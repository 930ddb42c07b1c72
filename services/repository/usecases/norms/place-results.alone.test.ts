import { expect, test, vi } from 'vitest';

import type { Standings, StandingRequest } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { placeResults } from './place-results';

vi.mock('../../norms/open-curves', () => {
  const standing = { percentile: 50, worse: 49, same: 2, z: 0, band: 'average', median: 12, dataSets: [1] };
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
