import { normPercentiles, type AgeGroup } from './age-groups';
import { countsByBin } from './bins';
import { normalQuantile } from './normal';
import { isPercentileTold, minPersonsBeyond } from './rules';
import { binOf, possibleOf, type ValueScale, valueOf } from './value-scale';

/** A percentile of results with the 95 percent interval, in the unit of the results. */
export interface EmpiricalPercentile {
  value: number;
  low: number;
  high: number;
}

/** z of the ends of a 95 percent interval. */
const intervalEnd = 1.959963984540054;

/**
 * Percentiles of the results of one group, in the order of `normPercentiles`; null where fewer than 5 people lie beyond.
 * They are percentiles of performance: of results for which less is better, P97 is the value that 3 percent stay under.
 *
 * Of counts, a percentile is the least result that so many people do not exceed (definition 1 of Hyndman & Fan 1996).
 * Measures count as evenly spread within a bin. The interval is that of a bootstrap with endless repetitions: a percentile
 * of a resample lies below a value with the probability of a binomial distribution (Efron 1979; Maritz & Jarrett 1978), so
 * its quantiles are those of a beta distribution with (n+1)p and (n+1)(1-p), and no random numbers are needed.
 */
export function empiricalPercentiles(
  group: AgeGroup,
  scale: ValueScale,
  better: 'more' | 'less',
): (EmpiricalPercentile | null)[] {
  const { counts, persons } = countsByBin(group, scale);
  const distribution = { counts, persons, deviation: deviationOf(counts, persons, scale.width), scale };
  return normPercentiles.map((percent) => {
    if (!isPercentileTold(persons, percent)) return null;
    const share = (better === 'more' ? percent : 100 - percent) / 100;
    return withInterval(share, distribution);
  });
}

interface Distribution {
  persons: number;
  deviation: number;
  counts: Float64Array;
  scale: ValueScale;
}

function withInterval(share: number, { counts, persons, deviation, scale }: Distribution): EmpiricalPercentile {
  const [lowest, highest] = possibleOf(scale);
  const [a, b] = [(persons + 1) * share, (persons + 1) * (1 - share)];
  // An end with fewer than 5 people beyond would tell what single people reached. From the outermost place with 5 people
  // beyond it follows a normal distribution with the group's standard deviation.
  const outermost = minPersonsBeyond / persons;
  const endAt = (end: number) => {
    const told = Math.min(Math.max(end, outermost), 1 - outermost);
    const value = quantileOf(counts, told, scale) + deviation * (normalQuantile(end) - normalQuantile(told));
    return scale.isCounted ? valueOf(scale, binOf(scale, value)) : Math.min(Math.max(value, lowest), highest);
  };
  return {
    value: quantileOf(counts, share, scale),
    low: endAt(betaQuantile(-intervalEnd, a, b)),
    high: endAt(betaQuantile(intervalEnd, a, b)),
  };
}

function deviationOf(counts: Float64Array, persons: number, width: number): number {
  const mean = counts.reduce((sum, count, bin) => sum + count * bin, 0) / persons;
  return width * Math.sqrt(counts.reduce((sum, count, bin) => sum + count * (bin - mean) ** 2, 0) / persons);
}

/**
 * Result that a share (0 to 1) of the people do not exceed, from the number of people in each bin. Of a count or the lowest
 * or highest possible result it is a result that people have. Other bins stand for all values that they hold.
 */
export function quantileOf(counts: Float64Array, share: number, scale: ValueScale): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  for (const [bin, here] of counts.entries()) {
    // 0.07 × 100 is a little more than 7.
    if (here > 0 && before + here >= wanted - 1e-9) {
      const isPlain = scale.isCounted || bin === 0 || bin === scale.count - 1;
      return isPlain ? valueOf(scale, bin) : scale.from + (bin - 0.5 + (wanted - before) / here) * scale.width;
    }
    before += here;
  }
  return possibleOf(scale)[1];
}

/**
 * Quantile of the beta distribution at the normal quantile `z`, for a and b of at least 5: formula 26.5.22 of Abramowitz &
 * Stegun (1964). The share below it is right to 0.001.
 */
function betaQuantile(z: number, a: number, b: number): number {
  const lambda = (z * z - 3) / 6;
  const h = 2 / (1 / (2 * a - 1) + 1 / (2 * b - 1));
  const w = (-z * Math.sqrt(h + lambda)) / h - (1 / (2 * b - 1) - 1 / (2 * a - 1)) * (lambda + 5 / 6 - 2 / (3 * h));
  return a / (a + b * Math.exp(2 * w));
}
