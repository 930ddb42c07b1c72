import { expect, test } from 'vitest';

import type { KeptCurves } from '@domain/norms/kept-norms';

import { showSources } from './shown-sources';

/** Five large data sets in the curves, and three small ones beside them with a group each. */
const kinds = ['agg', 'raw', 'raw', 'raw', 'closed', 'raw', 'raw', 'agg'] as const;
const curves = {
  sources: kinds.map((kind, at) => ({ nr: at + 1, kind, persons: (kind === 'raw' ? 1000 : 10) + at })),
  points: kinds.flatMap((kind, at) => (kind === 'raw' ? [] : [{ nr: at + 1 }])),
} as unknown as Pick<KeptCurves, 'sources' | 'points'>;
const shown = (most: number) => showSources(curves, most).sources.map(({ nr }) => nr);

test('large data sets in the curves leave room for those beside them, whose groups are shown', () => {
  const { sources, points, inAll } = showSources(curves, 4);
  expect(sources.map(({ nr }) => nr)).toEqual([5, 6, 7, 8]);
  expect(points.map(({ nr }) => nr)).toEqual([5, 8]);
  expect(inAll).toEqual({ raw: 5, beside: 3 });
});

test('what one kind does not need the other gets, and never are there more than asked for', () => {
  expect(shown(7)).toEqual([1, 3, 4, 5, 6, 7, 8]);
  expect(shown(1)).toEqual([7]);
  expect(shown(8)).toHaveLength(8);
  expect(shown(4)).toEqual([5, 6, 7, 8]);
});
