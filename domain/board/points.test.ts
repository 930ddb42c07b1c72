import { expect, test } from 'vitest';

import { pointsOf } from './points';

test('each paragraph is one point, whatever its line breaks', () => {
  expect(pointsOf(' Name the units.\r\n\r\n \t\r\nRow 12:\r\nwhich sex?\r\n')).toEqual([
    'Name the units.',
    'Row 12:\nwhich sex?',
  ]);
});

test('a number that was typed before a point is left out, because the list numbers it', () => {
  expect(pointsOf('1. Name the units.\n\n2) Der Staat.\n\n3.\n\n4.5 kg is not a mass.')).toEqual([
    'Name the units.',
    'Der Staat.',
    '3.',
    '4.5 kg is not a mass.',
  ]);
  expect(pointsOf('2. Der Staat.\n\n2. Its laws.')).toEqual(['2. Der Staat.', 'Its laws.']);
});

test('a text of blank lines has no points', () => {
  expect(pointsOf('\n \n\r\n')).toEqual([]);
});
