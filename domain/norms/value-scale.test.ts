import { expect, test } from 'vitest';

import { motorTestFacts } from '../motor-test-facts';
import { binOf, possibleOf, valueOf, valueScaleOf } from './value-scale';

const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 1, step: null });
const dash = valueScaleOf({ usual: [2.7, 7.5], possible: [2.3, 20], decimals: 2, step: null });
const pushups = valueScaleOf({ usual: [0, 35], possible: [0, 60], decimals: 0, step: 1 });
const sideways = valueScaleOf({ usual: [5, 60], possible: [0, 80], decimals: 1, step: 0.5 });
const grip = valueScaleOf({ usual: [3, 80], possible: [0.5, 150], decimals: 1, step: null });

test('a bin is as wide as what a test is measured to, or a few of them', () => {
  expect([jump, dash, pushups, sideways, grip].map(({ width }) => width)).toEqual([0.5, 0.01, 1, 0.5, 0.2]);
});

test('the usual range of every test has at most 600 bins, and no possible range has more than 1,800', () => {
  for (const { usual, possible } of Object.values(motorTestFacts)) {
    for (const decimals of [0, 1, 2]) {
      const scale = valueScaleOf({ usual, possible, decimals, step: null });
      expect((usual[1] - usual[0]) / scale.width).toBeLessThan(600);
      expect(scale.count).toBeLessThan(1800);
      expect(scale.width).toBeGreaterThanOrEqual(10 ** -decimals);
    }
  }
});

test('a bin is told by the middle of the values in it', () => {
  expect([10.1, 10.2].map((value) => valueOf(grip, binOf(grip, value)))).toEqual([10.15, 10.15]);
  expect(valueOf(grip, binOf(grip, 10.3))).toBe(10.35);
  expect(valueOf(pushups, binOf(pushups, 7))).toBe(7);
  expect(valueOf(dash, binOf(dash, 3.29))).toBe(3.29);
});

test('every value on the scale of a test goes into the bin around it, whatever binary fractions do', () => {
  for (let tenths = 5; tenths <= 1500; tenths += 1) {
    const value = tenths / 10;
    expect(Math.abs(valueOf(grip, binOf(grip, value)) - value)).toBeCloseTo(0.05, 9);
  }
});

test('the lowest and the highest possible value have bins', () => {
  expect(possibleOf(pushups)).toEqual([0, 60]);
  expect([binOf(pushups, 0), binOf(pushups, 60)]).toEqual([0, 60]);
  expect([binOf(pushups, -4), binOf(pushups, 75)]).toEqual([0, 60]);
  const reach = valueScaleOf({ usual: [-30, 35], possible: [-60, 50], decimals: 1, step: null });
  expect(possibleOf(reach)).toEqual([-59.95, 50.05]);
  expect(binOf(reach, -60)).toBe(0);
  expect(binOf(reach, 50)).toBe(reach.count - 1);
});
