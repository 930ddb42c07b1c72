import { normPercentiles } from '@domain/norms/age-groups';
import { fitCurves, percentileAt, type LmsCurves } from '@domain/norms/lms-curves';
import { resultAt, type Lms } from '@domain/norms/lms';
import { normalQuantile } from '@domain/norms/normal';
import type { ValueScale } from '@domain/norms/value-scale';

import { simulateResults } from './simulate-results';

/** Growth of which the truth is known. */
export interface SimulatedGrowth {
  /** Ages of the people, in years. */
  ages: readonly [number, number];
  scale: ValueScale;
  truth: (age: number) => Lms;
}

/** Relative error that every percentile P3 to P97 should keep to, by number of people of a sex. */
export const bars = { 10_000: 0.015, 500: 0.04 } as const;
export type Persons = keyof typeof bars;
export const resolutions = ['quarters', 'years'] as const;
export const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

/** Places at which curves are compared with the truth: percentiles at quarters of years. */
export function placesOf({ ages }: SimulatedGrowth): { age: number; percent: number }[] {
  const last = ages[1] - 0.5;
  const quarters = Array.from({ length: (last - 5.5) * 4 + 1 }, (_, at) => 5.5 + at / 4);
  return quarters.flatMap((age) => normPercentiles.map((percent) => ({ age, percent })));
}

/** Curves of a sample for each seed: their degrees of freedom, and relative errors at all places. */
export function samplesOf(growth: SimulatedGrowth, persons: Persons, resolution: (typeof resolutions)[number]) {
  const { ages, scale, truth } = growth;
  const result = (age: number, z: number) => resultAt(truth(age), z);
  return seeds.map((seed) => {
    const groups = simulateResults({ persons, seed, ages, resolution, scale, result });
    // With 500 people there are fewer than 50 a year, who would have no curve.
    const curves = fitCurves(groups, scale, 'more', [{ start: 5, end: ages[1] - 1 }])!;
    const errors = placesOf(growth).map(({ age, percent }) => relativeError(curves, age, percent, truth));
    return { errors, degreesOfFreedom: curves.degreesOfFreedom };
  });
}

function relativeError(curves: LmsCurves, age: number, percent: number, truth: SimulatedGrowth['truth']): number {
  return percentileAt(curves, age, percent)! / resultAt(truth(age), normalQuantile(percent / 100)) - 1;
}

/** The error at the worst place. */
export const largest = (errors: readonly number[]) => Math.max(...errors.map(Math.abs));
export const shareWithin = (errors: readonly number[], bar: number) =>
  errors.filter((error) => Math.abs(error) <= bar).length / errors.length;
