import { groupBy } from '../group-by';
import { normPercentiles } from './age-groups';
import type { AgeCells } from './lms-likelihood';
import { zOf, type Lms } from './lms';
import { normalQuantile, normalShareBelow, normalShareBetween } from './normal';

/** L, M and S at an age in years. */
type LmsAt = (age: number) => Lms;

/** Farthest that the told percentile of a result may be from its place among the results, in points and standard errors. */
const farthest = { points: 5, errors: 2 } as const;
/** Years are judged together until there are so many people: a place is then known to 2.5 points. */
const personsPerStretch = 400;

/**
 * Whether curves describe the results of a run of years. The results at P3, P10 … P97 of each age are told to be there, on
 * average over neighbouring years of 400 people, within 5 points and two standard errors. Elsewhere neither curves nor
 * standings are told. Rounded results do not matter, because those of a cell share the middle of its places on both sides.
 */
export function isDescribed(cells: readonly AgeCells[], at: LmsAt): boolean {
  return stretchesOf(cells).every((ages) => {
    const persons = personsOf(ages);
    const departures = ages.map((age) => departuresOf(age, at(age.age)).map((far) => (far * age.persons) / persons));
    return normPercentiles.every((percent, index) => {
      const error = Math.sqrt((percent * (100 - percent)) / persons);
      const departure = departures.reduce((sum, age) => sum + age[index]!, 0);
      return Math.abs(departure) <= farthest.points + farthest.errors * error;
    });
  });
}

/**
 * Neighbouring years with at least 400 people together; whoever is left over at the end goes to the last of them. No year is
 * divided, because the ages within it may be those of different studies.
 */
function stretchesOf(cells: readonly AgeCells[]): AgeCells[][] {
  const stretches: AgeCells[][] = [];
  let persons = personsPerStretch;
  let left = personsOf(cells);
  for (const year of groupBy(cells, ({ age }) => Math.floor(age)).values()) {
    if (stretches.length === 0 || (persons >= personsPerStretch && left >= personsPerStretch)) {
      stretches.push([]);
      persons = 0;
    }
    stretches.at(-1)!.push(...year);
    persons += personsOf(year);
    left -= personsOf(year);
  }
  return stretches;
}

function personsOf(ages: readonly AgeCells[]): number {
  return ages.reduce((sum, { persons }) => sum + persons, 0);
}

/** How far the told percentile of the result at each of `normPercentiles` is from where this result stands, in points. */
function departuresOf({ edges, counts, persons }: AgeCells, lms: Lms): number[] {
  const told = Array.from(edges, (edge) => 100 * normalShareBelow(zOf(lms, edge)));
  return normPercentiles.map((percent) => {
    let below = 0;
    let cell = 0;
    while (cell < counts.length - 1 && below + counts[cell]! < (percent * persons) / 100) below += counts[cell++]!;
    const place = (100 * (below + counts[cell]! / 2)) / persons;
    return ((told[cell - 1] ?? 0) + (told[cell] ?? 100)) / 2 - place;
  });
}

/** Share of the results below each percentile of `normPercentiles`, in percent and in the direction of performance. */
export function sharesBelow(cells: readonly AgeCells[], at: LmsAt, better: 'more' | 'less'): number[] {
  const persons = cells.reduce((sum, age) => sum + age.persons, 0);
  return normPercentiles.map((percent) => {
    const z = zOfPercentile(percent, better);
    const below = cells.reduce((sum, age) => sum + personsBelow(age, at(age.age), z), 0) / persons;
    return 100 * (better === 'more' ? below : 1 - below);
  });
}

/** Results below a z-score; those of its own cell are divided as the curve says. */
function personsBelow({ edges, counts }: AgeCells, lms: Lms, z: number): number {
  let sum = 0;
  let lower = -Infinity;
  for (const [at, count] of counts.entries()) {
    const upper = at < edges.length ? zOf(lms, edges[at]!) : Infinity;
    if (z <= lower) break;
    const share = normalShareBetween(lower, upper);
    sum += z >= upper || share === 0 ? count : (count * normalShareBetween(lower, z)) / share;
    lower = upper;
  }
  return sum;
}

/** z-score, on the scale of the results, of a percentile (in percent) of performance. */
export function zOfPercentile(percent: number, better: 'more' | 'less'): number {
  return (better === 'more' ? 1 : -1) * normalQuantile(percent / 100);
}
