import { describe, expect, test } from 'vitest';

import {
  growthAges,
  growthMeasures,
  growthReference,
  growthScales,
  hasGrowthReference,
  type GrowthMeasure,
} from '../../tests/support/norms/growth-reference';
import { simulateResults } from '../../tests/support/norms/simulate-results';
import { normPercentiles } from './age-groups';
import { fitCurves, percentileAt, type LmsCurves } from './lms-curves';
import { likelihoodOf } from './lms-likelihood';
import { resultAt, type Lms } from './lms';
import { inverse } from './matrix';
import { normalQuantile } from './normal';

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const sexes = ['male', 'female'] as const;
type Sex = (typeof sexes)[number];
const resolutions = ['quarters', 'years'] as const;
/** Relative error that every percentile P3 to P97 should keep to. */
const bars = { 10_000: 0.015, 500: 0.04 } as const;
type Persons = keyof typeof bars;

/** Places at which curves are compared with the truth: percentiles at quarters of years. */
function placesOf(measure: GrowthMeasure): { age: number; percent: number }[] {
  const last = growthAges(measure)[1] - 0.5;
  const ages = Array.from({ length: (last - 5.5) * 4 + 1 }, (_, at) => 5.5 + at / 4);
  return ages.flatMap((age) => normPercentiles.map((percent) => ({ age, percent })));
}

/** Curves of a sample for each seed: their degrees of freedom, and relative errors at all places. */
function samplesOf(measure: GrowthMeasure, sex: Sex, persons: Persons, resolution: (typeof resolutions)[number]) {
  const truth = growthReference(measure, sex);
  const ages = growthAges(measure);
  const result = (age: number, z: number) => resultAt(truth(age), z);
  const scale = growthScales[measure];
  return seeds.map((seed) => {
    const groups = simulateResults({ persons, seed, ages, resolution, scale, result });
    // With 500 people there are fewer than 50 a year, who would have no curve.
    const curves = fitCurves(groups, scale, 'more', [{ start: 5, end: ages[1] - 1 }])!;
    const errors = placesOf(measure).map(({ age, percent }) => relativeError(curves, age, percent, truth));
    return { errors, degreesOfFreedom: curves.degreesOfFreedom };
  });
}

function relativeError(curves: LmsCurves, age: number, percent: number, truth: (age: number) => Lms): number {
  return percentileAt(curves, age, percent)! / resultAt(truth(age), normalQuantile(percent / 100)) - 1;
}

const largest = (errors: readonly number[]) => Math.max(...errors.map(Math.abs));
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const shareWithin = (errors: readonly number[], bar: number) =>
  errors.filter((error) => Math.abs(error) <= bar).length / errors.length;

describe.skipIf(!hasGrowthReference)('simulated growth', () => {
  test.each(sexes)('every percentile of height is within 1.5 and 4 percent (%s)', (sex) => {
    for (const persons of [10_000, 500] as const) {
      for (const resolution of resolutions) {
        const samples = samplesOf('height', sex, persons, resolution);
        expect(samples.map(({ errors }) => largest(errors) <= bars[persons])).toEqual(seeds.map(() => true));
      }
    }
  });

  test.each(sexes)(
    'every percentile of mass and BMI lies within 1.5 and 4 percent at nearly all places (%s)',
    (sex) => {
      for (const measure of ['mass', 'bmi'] as const) {
        for (const persons of [10_000, 500] as const) {
          for (const resolution of resolutions) {
            const samples = samplesOf(measure, sex, persons, resolution).map(({ errors }) => errors);
            const name = `${measure} of ${persons}, ${resolution}`;
            expect(shareWithin(samples.flat(), bars[persons]), name).toBeGreaterThan(0.97);
            // The place with the largest error, of some hundred in each sample.
            expect(median(samples.map(largest)), name).toBeLessThan(1.1 * bars[persons]);
          }
        }
      }
    },
  );

  test.each(growthMeasures)(
    'the errors of %s are no larger than those of a fit that knows the true shape',
    (measure) => {
      for (const persons of [10_000, 500] as const) {
        const samples = samplesOf(measure, 'female', persons, 'quarters');
        const freedom = (['l', 'm', 's'] as const).map((curve) =>
          Math.max(1, Math.round(average(samples.map(({ degreesOfFreedom }) => degreesOfFreedom[curve])))),
        );
        const least = leastErrors(measure, 'female', persons, freedom);
        const squares = placesOf(measure).map((_, at) => average(samples.map(({ errors }) => errors[at]! ** 2)));
        const ratio = Math.sqrt(average(squares) / average(least.map((error) => error ** 2)));
        expect(ratio, `${measure} of ${persons}`).toBeLessThan(1.2);
        expect(ratio, `${measure} of ${persons}`).toBeGreaterThan(0.8);
      }
    },
  );
});

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Standard errors (Cramér-Rao bound) of percentiles of a fit to which the true L, M and S are known except for a sum of
 * cosines over age, with so many coefficients for L, log M and log S.
 */
function leastErrors(measure: GrowthMeasure, sex: Sex, persons: Persons, freedom: readonly number[]): number[] {
  const truth = growthReference(measure, sex);
  const [start, end] = growthAges(measure);
  const size = freedom.reduce((sum, count) => sum + count, 0);
  const x = (age: number) => (Math.PI * (age - start)) / (end - start);
  /** Derivatives of L, log M or log S by all parameters. */
  const row = (curve: number, age: number) =>
    freedom.flatMap((count, at) =>
      Array.from({ length: count }, (_, wave) => (at === curve ? Math.cos(wave * x(age)) : 0)),
    );
  const information = new Float64Array(size * size);
  const steps = 100;
  for (let step = 0; step < steps; step += 1) {
    const age = start + ((step + 0.5) / steps) * (end - start);
    const own = informationOf(truth(age));
    const rows = [0, 1, 2].map((curve) => row(curve, age));
    rows.forEach((a, i) => rows.forEach((b, j) => addProduct(information, a, b, (persons / steps) * own[3 * i + j]!)));
  }
  const covariance = inverse(information, size);
  return placesOf(measure).map(({ age, percent }) => {
    const slopes = slopesOfLog(truth(age), normalQuantile(percent / 100));
    const gradient = [0, 1, 2].map((curve) => row(curve, age).map((value) => value * slopes[curve]!));
    const all = gradient[0]!.map((value, at) => value + gradient[1]![at]! + gradient[2]![at]!);
    return Math.sqrt(
      all.reduce((sum, a, i) => sum + all.reduce((own, b, j) => own + a * b * covariance[i * size + j]!, 0), 0),
    );
  });
}

function addProduct(matrix: Float64Array, a: readonly number[], b: readonly number[], factor: number): void {
  a.forEach((left, i) => b.forEach((right, j) => (matrix[i * a.length + j]! += factor * left * right)));
}

/** What one person tells about L, log M and log S: results as finely told as z to a fiftieth. */
function informationOf(lms: Lms): Float64Array {
  const edges = Float64Array.from({ length: 401 }, (_, at) => resultAt(lms, (at - 200) / 50));
  return likelihoodOf({ age: 0, persons: 1, edges, counts: new Float64Array(402) }, lms).information;
}

/** Derivatives of the logarithm of a percentile by L, log M and log S, by differences. */
function slopesOfLog({ l, m, s }: Lms, z: number): number[] {
  const step = 1e-4;
  const log = (lms: Lms) => Math.log(resultAt(lms, z));
  return [
    (log({ l: l + step, m, s }) - log({ l: l - step, m, s })) / (2 * step),
    1,
    (log({ l, m, s: s * Math.exp(step) }) - log({ l, m, s: s * Math.exp(-step) })) / (2 * step),
  ];
}
