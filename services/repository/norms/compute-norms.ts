import type { NormSource, Norms } from '@domain/api/norms';
import { groupBy } from '@domain/group-by';
import { type NormSex, normSexes } from '@domain/norms/age-groups';
import { placesOf } from '@domain/norms/choose-cells';
import type { KeptCurves, KeptPoint, KeptSource, KeptSummary } from '@domain/norms/kept-norms';
import { fittingCurves } from '@domain/norms/lms-curves';
import { normsOfSex } from '@domain/norms/norms-of-sex';
import { isPercentileTold } from '@domain/norms/rules';

import type { Target } from '../vocabulary';
import { ageGroupsOf, type Chosen, countSex } from './gather-cells';
import { placePoints } from './place-points';
import { placePeople, type Standings } from './place-people';

/** What a result is made of: the people of a choice, groups beside the curves, and what is known of the data sets. */
export interface Gathered {
  target: Target;
  chosen: Chosen;
  points: (KeptPoint & { nr: number })[];
  kinds: ReadonlyMap<number, NormSource['kind']>;
}

/**
 * Norms of a choice. `pause` is called between the parts that take the processor for some tens of milliseconds, so that
 * others can be answered.
 */
export async function computeNorms(
  gathered: Gathered,
  pause: () => Promise<void>,
): Promise<Omit<KeptCurves, 'offered'>> {
  const { target, chosen, points } = gathered;
  const better = betterOf(target);
  const groups: KeptCurves['groups'] = [];
  const curves: KeptCurves['curves'] = {};
  const standings = new Map<NormSex, Standings>();
  for (const sex of normSexes) {
    await pause();
    const counts = countSex(chosen, sex);
    if (counts.persons.size === 0) continue;
    const byAge = ageGroupsOf(counts, chosen.scale);
    const fits = fittingCurves(byAge, chosen.scale, better);
    let fit = fits.next();
    for (; !fit.done; fit = fits.next()) await pause();
    const fitted = fit.value;
    if (fitted) curves[sex] = fitted;
    groups.push({ sex, ...normsOfSex(byAge, chosen.scale, better, fitted) });
    await pause();
    standings.set(sex, await placePeople(chosen, { sex, curves: fitted, pause }));
  }
  const sources = sourcesOf(gathered, standings, curves);
  const persons = sum(sources.filter(({ kind }) => kind === 'raw').map((source) => source.persons));
  return { persons, groups, curves, sources, points, trend: trendOf(standings, target) };
}

/** Whether more or less is better for a kind of result. */
export function betterOf({ direction }: Target): 'more' | 'less' {
  return direction === 'less' ? 'less' : 'more';
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, number) => all + number, 0);

/** Statistics have one decimal more than results. */
function rounding({ decimals }: Target): (value: number) => number {
  return (value) => Number(value.toFixed(decimals + 1));
}

function sourcesOf(
  { chosen, points, kinds, target }: Gathered,
  standings: ReadonlyMap<NormSex, Standings>,
  curves: KeptCurves['curves'],
) {
  const round = rounding(target);
  const numbers = new Set([...chosen.parts.map(({ nr }) => nr), ...points.map(({ nr }) => nr)]);
  const pointsOf = groupBy(points, ({ nr, sex }) => `${nr} ${sex}`);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((nr): KeptSource => {
      const groups = normSexes.flatMap((sex): KeptSource['groups'] => {
        const placed = standings.get(sex)?.bySource.get(nr);
        const own = pointsOf.get(`${nr} ${sex}`) ?? [];
        const ages = placed ? placed.ages : agesOf(own);
        if (!ages) return [];
        const persons = placed?.persons ?? sum(own.map((one) => one.persons));
        const found = placed ?? placePoints(own, curves[sex] ?? null);
        const standing = { standing: found?.standing ?? null, placed: found?.placed ?? 0 };
        return [{ sex, persons, ages, median: toldMedian(placed, round), ...standing, years: placed?.years ?? [] }];
      });
      return { nr, kind: kinds.get(nr) ?? 'raw', persons: sum(groups.map(({ persons }) => persons)), groups };
    });
}

function agesOf(points: readonly KeptPoint[]): NormSource['groups'][number]['ages'] | null {
  if (points.length === 0) return null;
  return {
    start: Math.min(...points.map((one) => one.ages.start)),
    end: Math.max(...points.map((one) => one.ages.end)),
  };
}

function toldMedian(placed: { persons: number; median: number } | undefined, round: (value: number) => number) {
  return placed && isPercentileTold(placed.persons, 50) ? round(placed.median) : null;
}

function trendOf(standings: ReadonlyMap<NormSex, Standings>, target: Target): Norms['trend'] {
  const round = rounding(target);
  return [...standings]
    .flatMap(([sex, { byYear }]) =>
      [...byYear].map(([year, placed]) => ({
        year,
        sex,
        persons: placed.persons,
        median: toldMedian(placed, round),
        standing: placed.standing,
      })),
    )
    .sort((a, b) => a.year - b.year || normSexes.indexOf(a.sex) - normSexes.indexOf(b.sex));
}

/** What can be chosen among the people behind norms. */
export function offeredBy({ chosen: { parts }, points }: Gathered): KeptCurves['offered'] {
  const cells = parts.flatMap((part) => part.cells);
  const { years, countries } = placesOf([...cells, ...points]);
  const ages = [...cells.map(({ age }) => age), ...points.flatMap((point) => [point.ages.start, point.ages.end])];
  return {
    ages: ages.length === 0 ? null : range(ages),
    years: years.length === 0 ? null : range(years),
    countries,
    dataSets: [...new Set([...parts, ...points].map(({ nr }) => nr))].sort((a, b) => a - b),
  };
}

function range(numbers: readonly number[]): { start: number; end: number } {
  let [start, end] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < start) start = number;
    if (number > end) end = number;
  }
  return { start, end };
}

/** A kind of result in the list of all; null if nothing is known of it. */
export function summaryOf({ persons, curves, sources }: Omit<KeptCurves, 'offered'>): KeptSummary | null {
  if (sources.length === 0) return null;
  const years = Object.values(curves).flatMap(({ pieces }) => pieces.map((piece) => piece.years));
  return {
    persons,
    dataSets: sources.map(({ nr }) => nr),
    personsEach: sources.map((source) => source.persons),
    beside: sources.flatMap(({ kind, nr }) => (kind === 'raw' ? [] : [nr])),
    ages: years.length === 0 ? null : range(years.flatMap(({ start, end }) => [start, end])),
  };
}

/**
 * The same without data sets that are withdrawn; null if none is left. The ages with curves are those that there were: others
 * follow with the next version.
 */
export function summaryWithout(summary: KeptSummary, withdrawn: ReadonlySet<number>): KeptSummary | null {
  const isLeft = (nr: number) => !withdrawn.has(nr);
  const dataSets = summary.dataSets.filter(isLeft);
  if (dataSets.length === summary.dataSets.length) return summary;
  if (dataSets.length === 0) return null;
  const beside = summary.beside.filter(isLeft);
  const uncounted = new Set(beside);
  const personsEach = summary.personsEach.filter((_, at) => isLeft(summary.dataSets[at]!));
  const persons = sum(personsEach.filter((_, at) => !uncounted.has(dataSets[at]!)));
  return { ...summary, dataSets, personsEach, beside, persons };
}
