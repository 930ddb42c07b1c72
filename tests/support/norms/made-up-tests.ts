import { valueScaleOf, type ValueScale } from '@domain/norms/value-scale';

/** A motor test with made-up results, which are known for every age and z-score. */
export interface MadeUpTest {
  scale: ValueScale;
  better: 'more' | 'less';
  /** Result of a child, as it is measured. */
  result: (age: number, z: number) => number;
  /** Difference that a curve from 5,000 children may have from the truth, in the unit of the test. */
  tolerance: number;
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Kinds of results that are difficult: many zeros, values below 0, a ceiling, skewness, few contacts. */
export const madeUpTests: Record<string, MadeUpTest> = {
  'push-ups, which half of the youngest cannot do': {
    scale: valueScaleOf({ usual: [0, 35], possible: [0, 60], decimals: 0, step: 1 }),
    better: 'more',
    result: (age, z) => Math.max(0, Math.round(-1 + 0.7 * (age - 5) + 4 * z)),
    tolerance: 1,
  },
  'stand and reach, with values below 0': {
    scale: valueScaleOf({ usual: [-30, 35], possible: [-60, 50], decimals: 1, step: null }),
    better: 'more',
    result: (age, z) => Math.round((-2 + 0.3 * (age - 10) + 8 * z - 0.5 * z * z) * 10) / 10,
    tolerance: 1.2,
  },
  'balancing backwards, with a ceiling of 48': {
    scale: valueScaleOf({ usual: [0, 48], possible: [0, 48], decimals: 0, step: 1 }),
    better: 'more',
    result: (age, z) => within(Math.round(20 + 1.6 * (age - 5) + 9 * z), 0, 48),
    tolerance: 1.5,
  },
  'a sprint, of which few are slow': {
    scale: valueScaleOf({ usual: [2.7, 7.5], possible: [2.3, 20], decimals: 2, step: null }),
    better: 'less',
    result: (age, z) => Math.round(100 * (3 + 3 * Math.exp((4 - age) / 6)) * Math.exp(0.09 * z + 0.008 * z * z)) / 100,
    tolerance: 0.1,
  },
  'single leg stand, with 0 contacts as the best and 30 as the end': {
    scale: valueScaleOf({ usual: [0, 30], possible: [0, 60], decimals: 0, step: 1 }),
    better: 'less',
    result: (age, z) => within(Math.round(10 - 0.8 * (age - 5) + 5 * z + z * z), 0, 30),
    tolerance: 1.5,
  },
  'a run of 6 minutes': {
    scale: valueScaleOf({ usual: [400, 1900], possible: [1, 2500], decimals: 0, step: null }),
    better: 'more',
    result: (age, z) => Math.round(800 + 25 * (age - 6) + 140 * z),
    tolerance: 20,
  },
};
