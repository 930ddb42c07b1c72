import type { StandingBand } from '../api/standings';
import type { AgeGroup } from './age-groups';
import { normalShareBelow } from './normal';

/**
 * A completed year of age has a curve only with at least so many people of one sex. With 50, the 95 percent interval of a
 * median is about ±0.35 standard deviations, and that of P10 still lies on one side of P25.
 */
export const minPersonsPerCurveYear = 50;

/**
 * A percentile of the results themselves is told only if at least so many people lie beyond it on either side. Fewer would
 * say something about single people, and the interval would be wider than the percentiles are apart.
 */
export const minPersonsBeyond = 5;

/** Whether a percentile (in percent) of the results of so many people may be told. */
export function isPercentileTold(persons: number, percent: number): boolean {
  return (persons * Math.min(percent, 100 - percent)) / 100 >= minPersonsBeyond;
}

/** A group has a standing with at least so many people at ages with a curve, so that half of them lie on either side. */
export const minPersonsPlaced = 2 * minPersonsBeyond;

/** Completed years, both included. */
export interface Years {
  start: number;
  end: number;
}

/** Number of people of each completed year of age, ascending. */
export function personsByYear(groups: readonly AgeGroup[]): Map<number, number> {
  const years = new Map<number, number>();
  for (const { age, counts } of [...groups].sort((a, b) => a.age - b.age)) {
    const year = Math.floor(age);
    years.set(
      year,
      counts.reduce((sum, count) => sum + count, years.get(year) ?? 0),
    );
  }
  return years;
}

/** Unbroken runs of completed years in which at least 50 people stand behind a curve. */
export function yearsWithCurve(groups: readonly AgeGroup[]): Years[] {
  return runsOf(
    [...personsByYear(groups)].flatMap(([year, persons]) => (persons >= minPersonsPerCurveYear ? [year] : [])),
  );
}

/** Unbroken runs of years that are told in ascending order. */
export function runsOf(years: readonly number[]): Years[] {
  const runs: Years[] = [];
  for (const year of years) {
    const last = runs.at(-1);
    if (last?.end === year - 1) last.end = year;
    else runs.push({ start: year, end: year });
  }
  return runs;
}

/** A percentile (0 to 100) as it is told: whole, and from 1 to 99, because nobody is better than none or all of 100. */
export function wholePercentile(percentile: number): number {
  return Math.min(99, Math.max(1, Math.round(percentile)));
}

/**
 * Band of a percentile (0 to 100) of performance as it is told, so that number and words agree: the average are the middle
 * half, the far ends lie outside P3 and P97. An end of the average belongs to it, as do P3 and P97 to the bands beside it.
 */
export function bandOf(percentile: number): StandingBand {
  const told = wholePercentile(percentile);
  if (told < 3) return 'far-below';
  if (told < 25) return 'below';
  if (told <= 75) return 'average';
  return told <= 97 ? 'above' : 'far-above';
}

/** A share in percent as it is told: to a tenth, what is less in thousandths, and 0 only if it is nobody. */
export function toldShare(share: number): number {
  const tenths = Number(share.toFixed(1));
  return tenths > 0 ? tenths : Math.max(0, Math.ceil(1000 * share) / 1000);
}

/** From so many of 100 with the same result on, they are told beside those whose result is not as good. Own estimate. */
const leastSame = 2;

/** How the place of a result is told, in whole numbers of 100 people. */
export interface StandingWords {
  /**
   * 'usual': better than so many as the percentile says; 'least': not as good as 99; 'tied': better than `worse`, and
   * `same` have the same result; 'low': the same with hardly anybody worse (fewer than 0.5); 'lowest': with nobody.
   */
  kind: 'usual' | 'least' | 'tied' | 'low' | 'lowest';
  worse: number;
  same: number;
}

/**
 * How the place of a result is told. Those with the same result share the middle of their percentiles, so where they are
 * many, the percentile is not how many are worse: of 30 who have the lowest result, each stands at P15.
 */
export function wordsOfStanding(standing: { percentile: number; worse: number; same: number }): StandingWords {
  const [worse, same] = [Math.round(standing.worse), Math.round(standing.same)];
  if (same >= leastSame && worse > 0) return { kind: 'tied', worse, same };
  if (same >= leastSame) return { kind: standing.worse > 0 ? 'low' : 'lowest', worse, same };
  return { kind: worse === 0 || Math.round(standing.percentile) < 1 ? 'least' : 'usual', worse, same };
}

/** Fewest points between a median standing and 50 that are called a difference: a quarter of a standard deviation. */
const leastDifference = 10;
/** Standard error of a median of z-scores is this, divided by the root of the number of people. */
const errorOfMedian = Math.sqrt(Math.PI / 2);

/**
 * Whether a study differs from the curves: its median person stands at least 10 percentiles from 50, and 50 is outside the
 * 95 percent interval of where so many people would stand by chance. `placed`: number of people who have a standing.
 */
export function differenceOf(standing: number, placed: number): 'above' | 'below' | null {
  if (Math.abs(wholePercentile(standing) - 50) < leastDifference) return null;
  const chance = 50 - 100 * normalShareBelow((-1.96 * errorOfMedian) / Math.sqrt(placed));
  if (Math.abs(standing - 50) <= chance) return null;
  return standing > 50 ? 'above' : 'below';
}
