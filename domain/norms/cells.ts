import { groupBy } from '../group-by';
import { minPersonsPerCell } from '../limits';
import type { NormSex } from './age-groups';

/** What the people of a cell have in common. A year or country of null is not known, or not told because few have it. */
export interface CellPlace {
  sex: NormSex;
  /** Completed years. */
  age: number;
  year: number | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** People by code of their result (`result-codes.ts`). Each person has one result. */
export interface PeopleByCode {
  persons: number;
  /** Ascending, each once. */
  codes: Uint32Array;
  /** Number of people of each code. */
  counts: Uint32Array;
}

/**
 * People of one sex and completed year of age with a kind of result in one data set: the smallest unit of which anything
 * is shown.
 */
export interface Cell extends CellPlace, PeopleByCode {}

/** People with these codes, which are sorted in place, and of which the memory is used for the result. */
export function countCodes(codes: Uint32Array, counts: Uint32Array): PeopleByCode {
  codes.sort();
  let different = 0;
  for (let from = 0; from < codes.length;) {
    const code = codes[from]!;
    let to = from + 1;
    while (to < codes.length && codes[to] === code) to += 1;
    codes[different] = code;
    counts[different] = to - from;
    different += 1;
    from = to;
  }
  return { persons: codes.length, codes: codes.subarray(0, different), counts: counts.subarray(0, different) };
}

/** The same of numbers of people by code. */
export function peopleByCode(persons: ReadonlyMap<number, number>): PeopleByCode {
  const codes = Uint32Array.from(persons.keys()).sort();
  const counts = codes.map((code) => persons.get(code)!);
  return { persons: counts.reduce((sum, count) => sum + count, 0), codes, counts };
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
  const bySize = cells.toSorted((a, b) => a.persons - b.persons || compareCells(a, b));
  // A cell that tells neither year nor country is what the others become.
  const isSmall = ({ persons, year, country }: Cell) =>
    persons < minPersonsPerCell || (year === null && country === null);
  const [joined, rest] = [bySize.filter(isSmall), bySize.filter((cell) => !isSmall(cell))];
  if (joined.length === 0) return cells;
  let persons = joined.reduce((sum, one) => sum + one.persons, 0);
  while (persons < minPersonsPerCell) {
    const next = rest.shift();
    if (!next) return [];
    joined.push(next);
    persons += next.persons;
  }
  return [joinCells(joined), ...rest];
}

function joinCells(cells: readonly Cell[]): Cell {
  const [first] = cells;
  if (!first) throw new Error('There are no cells to join.');
  return { ...first, year: null, country: null, ...peopleByCode(sumCounts(cells)) };
}

function sumCounts(cells: readonly PeopleByCode[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { codes, counts } of cells) {
    for (const [at, code] of codes.entries()) sums.set(code, (sums.get(code) ?? 0) + counts[at]!);
  }
  return sums;
}

/** Order of cells by sex, age, year and country; unknown ones first. */
export function compareCells(a: CellPlace, b: CellPlace): number {
  return (
    compare(a.sex, b.sex) || a.age - b.age || (a.year ?? 0) - (b.year ?? 0) || compare(a.country ?? '', b.country ?? '')
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
