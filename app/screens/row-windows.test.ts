import { expect, test } from 'vitest';

import { rowWindows } from './row-windows';

test('rows that lie close together share a window, in whatever order they come', () => {
  expect(rowWindows([209, 9, 5], 200)).toEqual([
    { offset: 3, limit: 5 },
    { offset: 207, limit: 1 },
  ]);
});

test('a window is never larger than allowed', () => {
  expect(rowWindows([2, 201, 202], 200)).toEqual([
    { offset: 0, limit: 200 },
    { offset: 200, limit: 1 },
  ]);
});
