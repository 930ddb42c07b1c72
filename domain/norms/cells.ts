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
 * Cells of at least `least` people each. Smaller ones of the same sex and age become one without year and
 * country; while it is too small, the smallest other one joins it. What is too small after that is left out.
 */
export function joinSmallCells(cells: readonly Cell[], least = minPersonsPerCell): Cell[] {
  const slices = groupBy(cells, ({ sex, age }) => `${sex} ${age}`);
  return [...slices.values()].flatMap((slice) => joinSlice(slice, least));
}

function joinSlice(cells: Cell[], least: number): Cell[] {
  const bySize = cells.toSorted((a, b) => a.persons - b.persons || compareCells(a, b));
  // A cell that tells neither year nor country is what the others become.
  const isSmall = ({ persons, year, country }: Cell) => persons < least || (year === null && country === null);
  const [joined, rest] = [bySize.filter(isSmall), bySize.filter((cell) => !isSmall(cell))];
  if (joined.length === 0) return cells;
  let persons = joined.reduce((sum, one) => sum + one.persons, 0);
  while (persons < least) {
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

/** Numbers of people by code in several cells. */
export function sumCounts(cells: readonly PeopleByCode[]): Map<number, number> {
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

/**
 * The cells of a data set after a correction or a new version: of each sex and age the new ones, if they and each of the
 * former ones tell of nobody or of at least `minPersonsPerCell` people who differ, whatever years and countries are chosen;
 * otherwise the first of the former ones of which that is not true. So no difference of two versions of the curves tells of
 * fewer people.
 */
export function takeOverCells(former: readonly (readonly Cell[])[], made: readonly Cell[]): Cell[] {
  const sliceOf = ({ sex, age }: Cell) => `${sex} ${age}`;
  const before = former.map((cells) => groupBy(cells, sliceOf));
  const after = groupBy(made, sliceOf);
  const slices = new Set([...before, after].flatMap((one) => [...one.keys()]));
  return [...slices]
    .flatMap((slice) => {
      const current = after.get(slice) ?? [];
      return before.map((one) => one.get(slice) ?? []).find((old) => !hidesPeople(old, current)) ?? current;
    })
    .sort(compareCells);
}

/** With changes in more countries, the former cells stay unless nobody can have moved: all sets of them are tried. */
const mostCountries = 4;

/** Numbers of people who came (above 0) or left (below 0), by code. */
type Changes = ReadonlyMap<number, number>;

/** What changes in a cell. */
type ChangedCell = Pick<Cell, 'year' | 'country'> & { changes: Changes };

function hidesPeople(former: readonly Cell[], made: readonly Cell[]): boolean {
  const changed = changesOf(former, made);
  // Where nothing cancels, a sum has no fewer people than each of its parts.
  if (!mayCancel(changed)) return changed.every(({ changes }) => isHidden(changes));
  const countries = [...new Set(changed.map(({ country }) => country))];
  if (countries.length > mostCountries) return false;
  return subsetsOf(countries).every((own) => yearsHide(changed.filter(({ country }) => own.includes(country))));
}

function subsetsOf<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
}

/** Whether the changes of these cells hide people in all ranges of years. */
function yearsHide(changed: readonly ChangedCell[]): boolean {
  const years = [...new Set(changed.map(({ year }) => year))].sort((a, b) => (a ?? 0) - (b ?? 0));
  return years.every((_, first) => {
    let sum: Changes = new Map();
    return years.slice(first).every((year) => {
      for (const one of changed) if (one.year === year) sum = addChanges(sum, one.changes);
      return isHidden(sum);
    });
  });
}

/** The cells in which anything changes. */
function changesOf(former: readonly Cell[], made: readonly Cell[]): ChangedCell[] {
  const cellOf = ({ year, country }: CellPlace) => `${year} ${country}`;
  const [before, after] = [groupBy(former, cellOf), groupBy(made, cellOf)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, current] = [before.get(name) ?? [], after.get(name) ?? []];
    const changes = addChanges(sumCounts(current), sumCounts(old), -1);
    const { year, country } = (current[0] ?? old[0])!;
    return changes.size > 0 ? [{ year, country, changes }] : [];
  });
}

function addChanges(changes: Changes, more: Changes, factor = 1): Changes {
  const sum = new Map(changes);
  for (const [code, change] of more) {
    const all = (sum.get(code) ?? 0) + factor * change;
    if (all === 0) sum.delete(code);
    else sum.set(code, all);
  }
  return sum;
}

/** Whether people with a result come into one cell while others with the same leave another one. */
function mayCancel(changed: readonly ChangedCell[]): boolean {
  const signs = new Map<number, number>();
  return changed.some(({ changes }) =>
    [...changes].some(([code, change]) => {
      const sign = Math.sign(change);
      const known = signs.get(code) ?? sign;
      signs.set(code, known);
      return known !== sign;
    }),
  );
}

/** Whether nobody or enough people have to come, go or have another result for these changes. */
function isHidden(changes: Changes): boolean {
  let [more, fewer] = [0, 0];
  for (const change of changes.values()) {
    if (change > 0) more += change;
    else fewer -= change;
  }
  const differing = Math.max(more, fewer);
  return differing === 0 || differing >= minPersonsPerCell;
}
