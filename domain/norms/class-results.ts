import type { ClassChild, ClassMedian } from '../api/class-report';
import { groupBy } from '../group-by';
import { type NormSex, normSexes } from './age-groups';
import { bandOf } from './rules';

/** How the result of a test follows from its trials. */
export interface TrialsRule {
  way: 'largest' | 'least' | 'mean' | 'sum';
  /** Number of trials whose results are added; a sum of fewer is no result. 0 if it is not known. */
  count: number;
}

/** Result of a test from the possible trials that a child has; null without any, or if one of a sum is missing. */
export function resultOfTrials({ way, count }: TrialsRule, trials: readonly number[]): number | null {
  if (trials.length === 0) return null;
  const sum = trials.reduce((total, value) => total + value, 0);
  if (way === 'sum') return trials.length === count ? sum : null;
  if (way === 'mean') return sum / trials.length;
  return way === 'least' ? Math.min(...trials) : Math.max(...trials);
}

/** A row in long format: a result, or one of its trials. */
export interface OccasionRow {
  /** Null if it is impossible. */
  value: number | null;
  /** Null in a row that is no trial. */
  trial: number | null;
}

/**
 * Result of the rows of one person, test and occasion, in their order. Rows that are no trial are results, of which the
 * first possible one counts; otherwise it follows from the trials.
 */
export function resultOfOccasion(rule: TrialsRule, rows: readonly OccasionRow[]): number | null {
  const results = rows.filter(({ trial }) => trial === null);
  if (results.length > 0) return results.find(({ value }) => value !== null)?.value ?? null;
  return resultOfTrials(
    rule,
    rows.flatMap(({ value }) => value ?? []),
  );
}

/**
 * Possible rows of an occasion that its result leaves out: further results, and where the best trial counts, trials that
 * are better than the result.
 */
export function rowsNotCounted<Row extends OccasionRow>({ way }: TrialsRule, rows: readonly Row[]): Row[] {
  const possible = rows.filter(({ value }) => value !== null);
  const [first, ...others] = possible.filter(({ trial }) => trial === null);
  if (!first) return [];
  const isBetter = { largest: 1, least: -1, mean: 0, sum: 0 }[way];
  const better = possible.filter(({ trial, value }) => trial !== null && (value! - first.value!) * isBetter > 0);
  return [...others, ...better];
}

/** Ages of children and adults that are compared. Own estimate, as in the check of ages. */
export const classAges = { min: 2, max: 110 };

/**
 * The age at which a child is compared: an exact one as it is, and one of completed years in the middle of that year.
 * Null if it is not possible.
 */
export function comparedAge(years: number | null, isExact: boolean): number | null {
  if (years === null || years < classAges.min || years > classAges.max) return null;
  return isExact ? years : Math.floor(years) + 0.5;
}

/** Age as it is told: completed years, with completed tenths if it is known to the day. */
export function toldAge({ age, isAgeExact }: { age: number; isAgeExact: boolean }): number {
  return isAgeExact ? Math.floor(age * 10) / 10 : Math.floor(age);
}

/**
 * Decimals to which a result is told: all that its cell has, so that a child finds what was written down, and one more
 * than usual for means and other units. `usual` are the decimals of the test.
 */
export function toldDecimals(text: string, usual: number): number {
  const entered = [...text.matchAll(/\d[.,](\d+)/g)].map(([, decimals = '']) => decimals.length);
  return Math.min(mostDecimals, Math.max(usual + 1, ...entered));
}

/** More than anything measures; what is beyond it comes from calculating with floating point. */
const mostDecimals = 6;

/** Children whose name another child of their class has as well, each at its first row. A child at two ages is one. */
export function namesakesOf<Child extends Pick<ClassChild, 'child' | 'row' | 'name'>>(
  children: readonly Child[],
): Child[] {
  const firsts = children.filter(({ child, row, name }) => child === row && name !== '');
  const names = groupBy(firsts, ({ name }) => name);
  return firsts.filter(({ name }) => (names.get(name)?.length ?? 0) > 1);
}

/** Median of numbers, of two middle ones their mean; null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/**
 * Medians of a class by test and sex, in the order of `keys`. Impossible results are not counted. All results of a child
 * that was tested in several years count, but it is one child.
 */
export function mediansOf(children: readonly ClassChild[], keys: readonly string[]): ClassMedian[] {
  return keys.flatMap((key) => normSexes.flatMap((sex) => medianOfGroup(children, key, sex) ?? []));
}

function medianOfGroup(children: readonly ClassChild[], key: string, sex: NormSex): ClassMedian | null {
  const results = children
    .filter((child) => child.sex === sex)
    .flatMap(({ child, results: own }) => own.map((result) => ({ ...result, child })))
    .filter((result) => result.key === key);
  const childrenWith = (fact: 'value' | 'percentile') =>
    new Set(results.flatMap((result) => (result[fact] === null ? [] : [result.child]))).size;
  const median = medianOf(results.flatMap(({ value }) => value ?? []));
  if (median === null) return null;
  const percentile = medianOf(results.flatMap((result) => result.percentile ?? []));
  const band = percentile === null ? null : bandOf(percentile);
  return { key, sex, children: childrenWith('value'), placed: childrenWith('percentile'), median, percentile, band };
}
