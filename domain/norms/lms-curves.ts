import { normPercentiles, type AgeGroup } from './age-groups';
import { isDescribed, sharesBelow, zOfPercentile } from './curve-shares';
import { firstOfCrowded, isFloorCrowded } from './first-lms';
import { fitLms } from './fit-lms';
import { type FittedGroup, fittedGroups, widthAt } from './fitted-groups';
import { cellsOf } from './lms-likelihood';
import { resultAt, zOf, type Lms } from './lms';
import { normalQuantile, normalShareBelow } from './normal';
import { yearsWithCurve, type Years } from './rules';
import { finestStepOf, possibleOf, type ResultLimits, type ValueScale } from './value-scale';

/** L, M and S at an exact age in years. M is on the scale of the results plus `shift` of the curves. */
export interface LmsPoint extends Lms {
  age: number;
}

/** Smooth curves of one result and one sex, as plain data that can be stored. */
export interface LmsCurves {
  scale: ValueScale;
  better: 'more' | 'less';
  /** What is added to results so that all of them are above 0. */
  shift: number;
  /** Number of people behind the curves: all of the years that have one. */
  persons: number;
  degreesOfFreedom: { l: number; m: number; s: number };
  /** Share of the results below each percentile of `normPercentiles`, in percent and in the direction of performance. */
  below: number[];
  /** Unbroken pieces by completed years, and their points from the beginning of the first to the end of the last year. */
  pieces: { years: Years; points: LmsPoint[] }[];
}

/** Distance of the points that are kept, in years. Between them the curves are straight to less than 0.1 percent. */
const pointDistance = 0.25;

/**
 * Smooth curves of the results of one sex; null without any. Years of age with fewer than 50 people break them and do not go
 * in. Nor do unbroken runs of years whose results they do not describe. Other runs of years are for judging the method.
 */
export function fitCurves(...asked: Parameters<typeof fittingCurves>): LmsCurves | null {
  const steps = fittingCurves(...asked);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * The same in steps of one fit each, so that others can be answered in between. A fit to up to 70 ages with 400 bins each
 * takes about 30 ms of processor time. Most curves take one, of n runs of years 2n at most: each fit that is made anew has
 * fewer runs, and runs are fitted alone only once.
 */
export function* fittingCurves(
  groups: readonly AgeGroup[],
  scale: ValueScale,
  better: 'more' | 'less',
  runs: readonly Years[] = yearsWithCurve(groups),
): Generator<undefined, LmsCurves | null, undefined> {
  let [left, haveOwnCurves] = [runs, false];
  for (;;) {
    const used = usedGroups(groups, left);
    if (used.length === 0) return null;
    const fitted = fitTo(used, scale);
    yield;
    const { isFound } = fitted.fit;
    if (!isFound && (haveOwnCurves || left.length === 1)) return null;
    const described = isFound
      ? left.filter((run) => describes(fitted, run))
      : yield* describedAlone(groups, scale, left);
    if (described.length === left.length) return isFound ? curvesOf(used, fitted, { scale, better, runs: left }) : null;
    haveOwnCurves ||= !isFound;
    left = described;
  }
}

/** The runs that have curves alone, in steps of one fit each. */
function* describedAlone(
  groups: readonly AgeGroup[],
  scale: ValueScale,
  runs: readonly Years[],
): Generator<undefined, Years[], undefined> {
  const described: Years[] = [];
  for (const run of runs) {
    const fitted = fitTo(usedGroups(groups, [run]), scale);
    yield;
    if (fitted.fit.isFound && describes(fitted, run)) described.push(run);
  }
  return described;
}

/** Groups with people in these years, as a fit takes them. */
function usedGroups(groups: readonly AgeGroup[], runs: readonly Years[]): FittedGroup[] {
  return fittedGroups(groups.filter(({ age, counts }) => isWithin(runs, age) && counts.some((count) => count > 0)));
}

type Fitted = ReturnType<typeof fitTo>;

function describes({ cells, fit }: Fitted, run: Years): boolean {
  return isDescribed(
    cells.filter(({ age }) => isWithin([run], age)),
    fit.at,
  );
}

function curvesOf(
  used: readonly FittedGroup[],
  { cells, shift, fit: { at, degreesOfFreedom } }: Fitted,
  { scale, better, runs }: Pick<LmsCurves, 'scale' | 'better'> & { runs: readonly Years[] },
): LmsCurves {
  const pieces = runs.map((years) => {
    const points = pointAges(used, years).map((age) => ({ age, ...at(age) }));
    const exact = points.map((point, i) => atExactAge(point, points[i - 1], points[i + 1], widthAt(used, point.age)));
    return { years, points: withEnds(exact, years, growthOf(used, at)) };
  });
  const persons = cells.reduce((sum, age) => sum + age.persons, 0);
  return { scale, better, shift, degreesOfFreedom, persons, pieces, below: sharesBelow(cells, at, better) };
}

/** The fit to the results of these ages, with their cells and what is added to results. */
function fitTo(groups: readonly AgeGroup[], scale: ValueScale) {
  const isCrowded = groups.some((group) => isFloorCrowded(group, scale));
  const shift = isCrowded ? farShiftOf(groups, scale) : shiftOf(scale);
  const cells = cellsOf(groups, scale, shift);
  const { means, spread } = isCrowded ? firstOfCrowded(cells) : momentsOf(groups, shift, scale);
  return { cells, shift, fit: fitLms(cells, means, spread) };
}

/** Growth of the median at an age, as change of its logarithm in a year; 0 if all results are of one age. */
function growthOf(groups: readonly AgeGroup[], at: (age: number) => Lms): (age: number) => number {
  const [lowest, highest] = [groups[0]!.age, groups.at(-1)!.age];
  return (age) => {
    const [before, after] = [Math.max(age - pointDistance, lowest), Math.min(age + pointDistance, highest)];
    return before < after ? Math.log(at(after).m / at(before).m) / (after - before) : 0;
  };
}

/**
 * With points for the beginning of the first and the end of the last year. People of these ages are among the results, but
 * none stand for them alone: L and S are those of the nearest age with results, and M grows as it does there.
 */
function withEnds(points: LmsPoint[], { start, end }: Years, growthAt: (age: number) => number): LmsPoint[] {
  const [first, last] = [points[0]!, points.at(-1)!];
  const atEnd = (age: number, near: LmsPoint) => ({
    ...near,
    age,
    m: near.m * Math.exp(growthAt(near.age) * (age - near.age)),
  });
  return [atEnd(start, first), ...points, atEnd(end + 1, last)];
}

function isWithin(runs: readonly Years[], age: number): boolean {
  return runs.some(({ start, end }) => age >= start && age < end + 1);
}

/** Box-Cox powers need values above 0. Where 0 or less is possible, a fiftieth of the range is added below the lowest. */
function shiftOf({ from, width, count }: ValueScale): number {
  return from > 0 ? 0 : (count * width) / 50 - from;
}

/** How many ranges of the results the median may lie below the lowest possible result, where the floor is crowded. */
const reach = 2;

/**
 * Two ranges of the results: with them, the median may lie as far below the lowest possible result. Otherwise a
 * distribution of values above 0 could have hardly more than half of the people at the floor.
 */
function farShiftOf(groups: readonly AgeGroup[], { from, width }: ValueScale): number {
  const highest = Math.max(...groups.map(({ values }) => values.at(-1)!));
  return reach * Math.max(highest - from, width) - from;
}

/** Mean of each age, and the coefficient of variation within an age. */
function momentsOf(groups: readonly AgeGroup[], shift: number, scale: ValueScale) {
  let squares = 0;
  let persons = 0;
  const means = groups.map(({ values, counts }) => {
    const own = counts.reduce((sum, count) => sum + count, 0);
    const mean = values.reduce((sum, value, at) => sum + (value + shift) * counts[at]!, 0) / own;
    squares += values.reduce((sum, value, at) => sum + ((value + shift) / mean - 1) ** 2 * counts[at]!, 0);
    persons += own;
    return mean;
  });
  const least = scale.width / Math.max(...means);
  return { means, spread: Math.min(Math.max(Math.sqrt(squares / persons), least, 0.005), 1) };
}

/**
 * L, M and S at an exact age, between its neighbours. In a year in which children grow, results differ more than on any of
 * its days. The spread is less by what growth adds: evenly spread ages have a twelfth of the square of their width as
 * variance (Sheppard 1898).
 */
function atExactAge(point: LmsPoint, before = point, after = point, width: number): LmsPoint {
  if (before === after) return point;
  const growth = Math.log(after.m / before.m) / (after.age - before.age);
  return { ...point, s: point.s / Math.sqrt(1 + ((growth / point.s) * width) ** 2 / 12) };
}

/** Quarters of years from the lowest to the highest age of the results of these years, and both ends. */
function pointAges(groups: readonly AgeGroup[], { start, end }: Years): number[] {
  const ages = groups.map(({ age }) => age).filter((age) => age >= start && age < end + 1);
  const [lowest, highest] = [Math.min(...ages), Math.max(...ages)];
  const points = new Set([lowest, highest]);
  for (let age = start; age < end + 1; age += pointDistance) if (age > lowest && age < highest) points.add(age);
  return [...points].sort((a, b) => a - b);
}

/** L, M and S at an exact age of a year that has a curve. */
export function lmsAtAge({ pieces }: LmsCurves, age: number): Lms | null {
  const points = pieces.find(({ years }) => age >= years.start && age < years.end + 1)?.points;
  if (!points) return null;
  const next = points.findIndex((point) => point.age >= age);
  if (next <= 0) return points.at(next)!;
  const [before, after] = [points[next - 1]!, points[next]!];
  const part = (age - before.age) / (after.age - before.age);
  const between = (a: number, b: number) => a + part * (b - a);
  return { l: between(before.l, after.l), m: between(before.m, after.m), s: between(before.s, after.s) };
}

/**
 * Value of a percentile (in percent, 0 and 100 excluded) of performance at an exact age; null where there is no curve.
 * Percentiles never cross, and never leave the possible results.
 */
export function percentileAt(curves: LmsCurves, age: number, percent: number): number | null {
  const lms = lmsAtAge(curves, age);
  if (!lms) return null;
  const [lowest, highest] = possibleOf(curves.scale);
  const value = resultAt(lms, zOfPercentile(percent, curves.better)) - curves.shift;
  return Math.min(Math.max(value, lowest), highest);
}

/** Values of `normPercentiles` at an exact age; null where there is no curve. */
export function percentilesAt(curves: LmsCurves, age: number): number[] | null {
  const values = normPercentiles.map((percent) => percentileAt(curves, age, percent));
  return values.includes(null) ? null : (values as number[]);
}

/** Beyond this z-score nothing is told: so far out, a curve rests on its form and not on results. */
export const farthestZ = 4;

/**
 * Where a result stands at an exact age: the percentile (0 to 100) of performance and its z-score, above 0 if it is better
 * than the median; null where there is no curve. People with the lowest or highest possible result share the middle of
 * their percentiles.
 */
export function standingOf(curves: LmsCurves, age: number, value: number): { percentile: number; z: number } | null {
  const lms = lmsAtAge(curves, age);
  if (!lms) return null;
  const z = limitedZ(curves, lms, value);
  return { percentile: 100 * normalShareBelow(z), z };
}

/**
 * Of 100 people of an exact age: how many have a result that is not as good, and how many the same, which is one that
 * differs by less than half a step of what the test is measured to; null where there is no curve. Nobody is below the
 * lowest possible result or above the highest.
 */
export function sharesAt(
  curves: LmsCurves,
  age: number,
  value: number,
  limits: Omit<ResultLimits, 'usual'>,
): { worse: number; same: number } | null {
  const lms = lmsAtAge(curves, age);
  if (!lms) return null;
  const { shift, better } = curves;
  const [lowest, highest] = limits.possible;
  const half = finestStepOf(limits) / 2;
  const shareBelow = (edge: number) => 100 * normalShareBelow(zOf(lms, edge + shift));
  const below = value <= lowest ? 0 : shareBelow(value - half);
  const above = value >= highest ? 0 : 100 - shareBelow(value + half);
  return { worse: better === 'more' ? below : above, same: 100 - below - above };
}

/** Percentile of performance of a z-score, to a tenth. */
export function percentileOf(z: number): number {
  return Number((100 * normalShareBelow(z)).toFixed(1));
}

/** z-score of `standingOf` with L, M and S of an age, for many results of that age. */
export function limitedZ(curves: LmsCurves, lms: Lms, value: number): number {
  const z = zOnScale(curves, lms, value);
  return Math.min(Math.max(curves.better === 'more' ? z : -z, -farthestZ), farthestZ);
}

function zOnScale({ scale, shift }: LmsCurves, lms: Lms, value: number): number {
  const [lowest, highest] = possibleOf(scale);
  if (value > lowest && value < highest) return zOf(lms, value + shift);
  if (value <= lowest) return middleOfTail(normalShareBelow(zOf(lms, lowest + scale.width / 2 + shift)));
  return -middleOfTail(normalShareBelow(-zOf(lms, highest - scale.width / 2 + shift)));
}

/** z-score of the middle of a lower tail with this share. */
function middleOfTail(share: number): number {
  return share > 0 ? normalQuantile(share / 2) : -Infinity;
}
