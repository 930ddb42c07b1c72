import { expect, test } from 'vitest';

import { LogMarks } from './log-marks';

test('the last moment by which everything up to a position was written', () => {
  const marks = new LogMarks(5000);
  marks.add(1000, '0/FFFFFFFF');
  marks.add(2000, '1/0');
  marks.add(3000, '1/10');
  expect(['0/1', '0/FFFFFFFF', '1/F', '1/10', '16/B374D848'].map((position) => marks.lastWithin(position))).toEqual([
    null,
    1000,
    2000,
    3000,
    3000,
  ]);
});

test('nothing old is kept while nobody asks', () => {
  const marks = new LogMarks(2000);
  for (let second = 0; second <= 60; second += 1) marks.add(second * 1000, `0/${second}`);
  expect([marks.lastWithin('0/57'), marks.lastWithin('0/58')]).toEqual([null, 58_000]);
});
