import { groupBy } from '../group-by';
import { minPersonsPerCell } from '../limits';
import type { NormSex } from './age-groups';

/**
 * People of one sex and completed year of age with a kind of result in one data set: the smallest unit of which anything
 * is shown. A year or country of null is not known, or not told because too few people have it.
 */
export interface Cell {
  sex: NormSex;
  /** Completed years. */
  age: number;
  year: number | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** People by code of their result (`result-codes.ts`). Each person has one result. */
  counts: Map<number, number>;
}

/** Number of people in a cell. */
export function personsIn({ counts }: Pick<Cell, 'counts'>): number {
  let persons = 0;
  for (const count of counts.values()) persons += count;
  return persons;
}

/**
 * Cells of at least `minPersonsPerCell` people each. Smaller ones of the same sex and age become one without year and
 * country; while it is too small, the smallest other one joins it. What is too small after that is left out.
 */
export function joinSmallCells(cells: readonly Cell[]): Cell[] {
  const slices = groupBy(cells, ({ sex, age }) => `${sex} ${age}`);
  return [...slices.values()].flatMap(joinSlice);
}

function joinSlice(cells: Cell[]): Cell[] {
  const bySize = cells
    .map((cell) => ({ cell, persons: personsIn(cell) }))
    .sort((a, b) => a.persons - b.persons || compareCells(a.cell, b.cell));
  const isNowhere = ({ year, country }: Cell) => year === null && country === null;
  // A cell that tells neither is what the others become.
  const small = bySize.filter(({ cell, persons }) => persons < minPersonsPerCell || isNowhere(cell));
  const rest = bySize.filter((one) => !small.includes(one));
  if (small.length === 0) return cells;
  let persons = small.reduce((sum, one) => sum + one.persons, 0);
  const joined = small.map(({ cell }) => cell);
  while (persons < minPersonsPerCell) {
    const next = rest.shift();
    if (!next) return [];
    joined.push(next.cell);
    persons += next.persons;
  }
  return [joinCells(joined), ...rest.map(({ cell }) => cell)];
}

function joinCells(cells: readonly Cell[]): Cell {
  const [first] = cells;
  if (!first) throw new Error('There are no cells to join.');
  return { ...first, year: null, country: null, counts: sumCounts(cells) };
}

function sumCounts(cells: readonly Cell[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const cell of cells) for (const [code, count] of cell.counts) counts.set(code, (counts.get(code) ?? 0) + count);
  return counts;
}

/** Order of cells by sex, age, year and country; unknown ones first. */
export function compareCells(a: Omit<Cell, 'counts'>, b: Omit<Cell, 'counts'>): number {
  return (
    compare(a.sex, b.sex) || a.age - b.age || (a.year ?? 0) - (b.year ?? 0) || compare(a.country ?? '', b.country ?? '')
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The cells of a data set after a correction or a new version: of each sex and age the new ones, if none or at least
 * `minPersonsPerCell` people differ from the former ones in each cell, year, country and in all of them; otherwise the
 * former ones. So no difference of two versions of the curves tells of fewer people.
 */
export function takeOverCells(former: readonly Cell[], made: readonly Cell[]): Cell[] {
  const sliceOf = ({ sex, age }: Cell) => `${sex} ${age}`;
  const before = groupBy(former, sliceOf);
  const after = groupBy(made, sliceOf);
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((slice) => {
      const [old, current] = [before.get(slice) ?? [], after.get(slice) ?? []];
      return hidesPeople(old, current) ? current : old;
    })
    .sort(compareCells);
}

/** What can be chosen of the cells of a sex and age. */
const parts: ((cell: Cell) => string)[] = [
  ({ year, country }) => `${year} ${country}`,
  ({ year }) => String(year),
  ({ country }) => String(country),
  () => 'all',
];

function hidesPeople(former: readonly Cell[], made: readonly Cell[]): boolean {
  return parts.every((partOf) => {
    const [before, after] = [groupBy(former, partOf), groupBy(made, partOf)];
    return [...new Set([...before.keys(), ...after.keys()])].every((part) => {
      const differing = personsWhoDiffer(sumCounts(before.get(part) ?? []), sumCounts(after.get(part) ?? []));
      return differing === 0 || differing >= minPersonsPerCell;
    });
  });
}

/** Smallest number of people who have to come, go or have another result to get from one histogram to the other. */
function personsWhoDiffer(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let [more, fewer] = [0, 0];
  for (const code of new Set([...before.keys(), ...after.keys()])) {
    const change = (after.get(code) ?? 0) - (before.get(code) ?? 0);
    if (change > 0) more += change;
    else fewer -= change;
  }
  return Math.max(more, fewer);
}
