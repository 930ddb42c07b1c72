import { describe, expect, test } from 'vitest';

import {
  growthAges,
  growthMeasures,
  growthReference,
  growthScales,
  hasGrowthReference,
  type GrowthMeasure,
} from '../../tests/support/norms/growth-reference';
import { madeUpGrowth } from '../../tests/support/norms/made-up-growth';
import {
  bars,
  largest,
  type Persons,
  placesOf,
  resolutions,
  samplesOf,
  seeds,
  shareWithin,
  type SimulatedGrowth,
} from '../../tests/support/norms/simulate-growth';
import { likelihoodOf } from './lms-likelihood';
import { resultAt, type Lms } from './lms';
import { inverse } from './matrix';
import { normalQuantile } from './normal';

const sexes = ['male', 'female'] as const;

/** Growth as the reference of the World Health Organization has it. */
function growthOf(measure: GrowthMeasure, sex: (typeof sexes)[number]): SimulatedGrowth {
  return { ages: growthAges(measure), scale: growthScales[measure], truth: growthReference(measure, sex) };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What holds wherever people differ as much as in height: every percentile keeps to the bars in every sample. */
function expectEveryPercentile(growth: SimulatedGrowth): void {
  for (const persons of [10_000, 500] as const) {
    for (const resolution of resolutions) {
      const samples = samplesOf(growth, persons, resolution);
      expect(samples.map(({ errors }) => largest(errors) <= bars[persons])).toEqual(seeds.map(() => true));
    }
  }
}

/** What holds where they differ as much as in mass. */
function expectNearlyAllPlaces(growth: SimulatedGrowth): void {
  for (const persons of [10_000, 500] as const) {
    for (const resolution of resolutions) {
      const samples = samplesOf(growth, persons, resolution).map(({ errors }) => errors);
      const name = `${persons}, ${resolution}`;
      expect(shareWithin(samples.flat(), bars[persons]), name).toBeGreaterThan(0.97);
      // The place with the largest error, of some hundred in each sample.
      expect(median(samples.map(largest)), name).toBeLessThan(1.1 * bars[persons]);
    }
  }
}

/** The errors are about those of a fit that knows the true shape. */
function expectLeastErrors(growth: SimulatedGrowth): void {
  for (const persons of [10_000, 500] as const) {
    const samples = samplesOf(growth, persons, 'quarters');
    const freedom = (['l', 'm', 's'] as const).map((curve) =>
      Math.max(1, Math.round(average(samples.map(({ degreesOfFreedom }) => degreesOfFreedom[curve])))),
    );
    const least = leastErrors(growth, persons, freedom);
    const squares = placesOf(growth).map((_, at) => average(samples.map(({ errors }) => errors[at]! ** 2)));
    const ratio = Math.sqrt(average(squares) / average(least.map((error) => error ** 2)));
    expect(ratio, `${persons}`).toBeLessThan(1.2);
    expect(ratio, `${persons}`).toBeGreaterThan(0.8);
  }
}

describe('made-up growth', () => {
  test('every percentile of height is within 1.5 and 4 percent', () => {
    expectEveryPercentile(madeUpGrowth.height);
  });

  test('every percentile of mass lies within 1.5 and 4 percent at nearly all places', () => {
    expectNearlyAllPlaces(madeUpGrowth.mass);
  });

  test.each(['height', 'mass'] as const)(
    'the errors of %s are no larger than those of a fit that knows the true shape',
    (measure) => {
      expectLeastErrors(madeUpGrowth[measure]);
    },
  );
});

describe.skipIf(!hasGrowthReference)('the growth reference of the World Health Organization', () => {
  test.each(sexes)('every percentile of height is within 1.5 and 4 percent (%s)', (sex) => {
    expectEveryPercentile(growthOf('height', sex));
  });

  test.each(sexes)(
    'every percentile of mass and BMI lies within 1.5 and 4 percent at nearly all places (%s)',
    (sex) => {
      for (const measure of ['mass', 'bmi'] as const) expectNearlyAllPlaces(growthOf(measure, sex));
    },
  );

  test.each(growthMeasures)(
    'the errors of %s are no larger than those of a fit that knows the true shape',
    (measure) => {
      expectLeastErrors(growthOf(measure, 'female'));
    },
  );
});

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Standard errors (Cramér-Rao bound) of percentiles of a fit to which the true L, M and S are known except for a sum of
 * cosines over age, with so many coefficients for L, log M and log S.
 */
function leastErrors(growth: SimulatedGrowth, persons: Persons, freedom: readonly number[]): number[] {
  const { truth, ages } = growth;
  const [start, end] = ages;
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
  return placesOf(growth).map(({ age, percent }) => {
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
