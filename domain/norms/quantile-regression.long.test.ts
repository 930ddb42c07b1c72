import { expect, test } from 'vitest';

import { createRandom } from '../../services/repository/help-files/made-up-people';
import {
  growthAges,
  growthMeasures,
  growthReference,
  growthScales,
  hasGrowthReference,
} from '../../tests/support/norms/growth-reference';
import { madeUpTests } from '../../tests/support/norms/made-up-tests';
import {
  quantileAt,
  quantileRegression,
  resultsOf,
  type WeightedResult,
} from '../../tests/support/norms/quantile-regression';
import { simulateResults, type Simulation } from '../../tests/support/norms/simulate-results';
import { fitCurves, percentileAt } from './lms-curves';
import { resultAt } from './lms';

const percents = [3, 10, 25, 50, 75, 90, 97];
const resamples = 60;

/** Results of as many people drawn with replacement: one bootstrap sample. */
function resampled(results: readonly WeightedResult[], fraction: () => number): WeightedResult[] {
  const people = results.flatMap((result, at) => Array<number>(result.weight).fill(at));
  const weights = new Float64Array(results.length);
  people.forEach(() => (weights[people[Math.floor(fraction() * people.length)]!]! += 1));
  return results.flatMap((result, at) => (weights[at] ? [{ ...result, weight: weights[at] }] : []));
}

/**
 * Share of the places (percentiles at each half year, without the outermost half years) at which the LMS curve lies within
 * the 95 percent bootstrap interval of the quantile regression.
 */
function agreement(simulation: Simulation, better: 'more' | 'less'): number {
  const groups = simulateResults(simulation);
  const curves = fitCurves(groups, simulation.scale, better)!;
  const results = resultsOf(groups);
  const { fraction } = createRandom(simulation.seed);
  const samples = Array.from({ length: resamples }, () => resampled(results, fraction));
  const [first, last] = [Math.floor(simulation.ages[0]) + 1, Math.ceil(simulation.ages[1]) - 1];
  const places: boolean[] = [];
  for (const percent of percents) {
    const share = (better === 'more' ? percent : 100 - percent) / 100;
    const whole = quantileRegression(results, share, 100);
    const drawn = samples.map((sample) => quantileRegression(sample, share, 20, whole));
    for (let age = first; age <= last; age += 0.5) {
      const middle = quantileAt(whole, age);
      const variance = drawn.reduce((sum, curve) => sum + (quantileAt(curve, age) - middle) ** 2, 0) / resamples;
      places.push(Math.abs(percentileAt(curves, age, percent)! - middle) <= 1.96 * Math.sqrt(variance));
    }
  }
  return places.filter(Boolean).length / places.length;
}

const seeds = [1, 2, 3, 4, 5, 6];

/** What is simulated: three motor tests, and growth if its reference is here. */
const simulations = [
  ...['a sprint, of which few are slow', 'a run of 6 minutes', 'stand and reach, with values below 0'].map((name) => ({
    name,
    ages: [5, 18] as const,
    ...madeUpTests[name]!,
  })),
  ...(hasGrowthReference ? growthMeasures : []).map((measure) => {
    const lms = growthReference(measure, 'female');
    const result = (age: number, z: number) => resultAt(lms(age), z);
    return { name: measure, ages: growthAges(measure), scale: growthScales[measure], better: 'more' as const, result };
  }),
];

test('quantile regression finds the same curves within its 95 percent bootstrap intervals', () => {
  const shares = simulations.map(({ name, better, ...simulation }) => {
    const found = seeds.map((seed) =>
      agreement({ ...simulation, persons: 3000, seed, resolution: 'quarters' }, better),
    );
    // Places of one sample lie in or outside the interval together, so a single sample says less than the average.
    expect(Math.min(...found), name).toBeGreaterThan(0.8);
    return found.reduce((sum, share) => sum + share, 0) / seeds.length;
  });
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.92);
});

test('a curve that is wrong by less than half a standard deviation would be noticed', () => {
  const { scale, result } = madeUpTests['a run of 6 minutes']!;
  const groups = simulateResults({ persons: 3000, seed: 1, ages: [5, 18], resolution: 'quarters', scale, result });
  const curves = fitCurves(groups, scale, 'more')!;
  const median = quantileRegression(resultsOf(groups), 0.5, 100);
  expect(Math.abs(percentileAt(curves, 12, 50)! - quantileAt(median, 12))).toBeLessThan(15);
  expect(Math.abs(percentileAt(curves, 12, 40)! - quantileAt(median, 12))).toBeGreaterThan(25);
});
