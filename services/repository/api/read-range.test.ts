import { expect, test } from 'vitest';

import { readRange } from './read-range';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-8', { start: 92, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
  ['bytes=100-', 'outside'],
  ['bytes=100-200', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=0-1,5-6', null],
  ['bytes=9-3', null],
  ['bytes=-', null],
  ['rows=0-9', null],
  ['bytes=a-b', null],
  ['bytes=99999999999999999999-', 'outside'],
  [undefined, null],
] as const)('of 100 bytes, %s is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('an empty file has no range %s', (header) => {
  expect(readRange(header, 0)).toBe('outside');
});
