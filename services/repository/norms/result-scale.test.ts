import { expect, test } from 'vitest';

import { isBetweenCounts } from './result-scale';

test('between two counts there is no result, but there are means of trials and measures', () => {
  expect(isBetweenCounts('pushup40', 2.5)).toBe(true);
  expect(isBetweenCounts('pushup40', 3)).toBe(false);
  expect(isBetweenCounts('jumpside15', 21.3)).toBe(false);
  expect(isBetweenCounts('slj', 120.5)).toBe(false);
});
