import { expect, test } from 'vitest';

import { pointsOf } from './points';

test('each paragraph is one point, whatever its line breaks', () => {
  expect(pointsOf(' Name the units.\r\n\r\n \t\r\nRow 12:\r\nwhich sex?\r\n')).toEqual([
    'Name the units.',
    'Row 12:\nwhich sex?',
  ]);
});

test('a text of blank lines has no points', () => {
  expect(pointsOf('\n \n\r\n')).toEqual([]);
});
