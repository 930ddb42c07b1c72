import { expect, test } from 'vitest';

import { normPercentiles } from '@domain/norms/age-groups';

import { labelTicks } from './result-picture';

const ticksOf = (values: readonly number[]) =>
  normPercentiles.map((percentile, at) => ({
    percentile,
    x: 0.08 + (values[at]! / values.at(-1)!) * 0.84,
    value: String(Math.round(values[at]!)),
  }));

test('percentiles that are the same result have one label', () => {
  expect(labelTicks(ticksOf([0, 0, 0, 0.4, 3, 6, 9])).map(({ name, value }) => [name, value])).toEqual([
    ['P3–P50', '0'],
    ['P75', '3'],
    ['P97', '9'],
  ]);
});

test.each([
  [[0, 0, 0, 0, 0, 1, 30]],
  [[0, 1, 2, 3, 4, 5, 40]],
  [[10, 20, 37, 38, 39, 40, 41]],
  [[5, 6, 7, 8, 9, 10, 11]],
])('no label of %j lies above another or beyond the picture', (values) => {
  // A letter has 7 of the 270 pixels of the narrowest picture.
  const labels = labelTicks(ticksOf(values)).map(({ name, value, labelX }) => {
    const half = (Math.max(name.length, value.length) * 7) / 270 / 2;
    return { from: labelX - half, to: labelX + half };
  });
  for (const [at, { from, to }] of labels.entries()) {
    expect(from).toBeGreaterThan(labels[at - 1]?.to ?? -0.001);
    expect(to).toBeLessThan(1.001);
  }
});
