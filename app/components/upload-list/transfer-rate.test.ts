import { expect, test } from 'vitest';

import { createTransferRate, roundTimeLeft } from './transfer-rate';

test('the time left follows from what was sent most recently', () => {
  const rate = createTransferRate();
  rate.add(0, 0);
  expect(rate.secondsLeft(1000)).toBeNull();
  rate.add(100, 1000);
  expect(rate.secondsLeft(1000)).toBeNull();
  rate.add(200, 2000);
  expect(rate.secondsLeft(1000)).toBe(8);
  // Slower from here on, because data older than 20 seconds no longer counts.
  for (let second = 3; second <= 40; second += 1) rate.add(200 + (second - 2) * 10, second * 1000);
  expect(rate.secondsLeft(1000)).toBeCloseTo((1000 - 580) / 10);
});

test('after an interruption, the remaining time is measured again', () => {
  const rate = createTransferRate();
  rate.add(500, 0);
  rate.add(900, 4000);
  rate.add(700, 5000);
  expect(rate.secondsLeft(1000)).toBeNull();
  rate.restart();
  rate.add(700, 6000);
  rate.add(800, 8000);
  expect(rate.secondsLeft(1000)).toBe(4);
});

test('without progress, the remaining time is unknown', () => {
  const rate = createTransferRate();
  rate.add(10, 0);
  rate.add(10, 9000);
  expect(rate.secondsLeft(1000)).toBeNull();
});

test('the remaining time is rounded to a suitable unit', () => {
  expect(roundTimeLeft(0)).toEqual({ unit: 'seconds', count: 5 });
  expect(roundTimeLeft(31)).toEqual({ unit: 'seconds', count: 35 });
  expect(roundTimeLeft(61)).toEqual({ unit: 'minutes', count: 1 });
  expect(roundTimeLeft(3600)).toEqual({ unit: 'minutes', count: 60 });
  expect(roundTimeLeft(3 * 3600)).toEqual({ unit: 'hours', count: 3 });
});
