import {
  type ClassChild,
  type ClassReport,
  type ClassRequest,
  type ClassResult,
  type ClassTest,
  type UnplacedReason,
} from '@domain/api/class-report';
import type { Standings, StandingRequest } from '@domain/api/standings';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { comparedAge, mediansOf } from '@domain/norms/class-results';

import type { PlacedStanding } from '../norms/open-curves';
import { unitText, vocabulary } from '../vocabulary';
import { findClassProblems } from './class-problems';
import { withOpenTable } from './open-class';
import type { Ages, ReadChild, ReadResult } from './read-child';
import { readChildren } from './read-children';
import type { ScratchStore } from './scratch-store';

/** Opens the curves of one version, in which results are placed, in their order. */
export type OpenCurves = () => Promise<{
  version: Standings['version'];
  place(results: StandingRequest['results']): Promise<PlacedStanding[]>;
}>;

/** Titles of data sets that are not withdrawn, by number. */
export type NameDataSets = (numbers: readonly number[]) => Promise<ReadonlyMap<number, { title: string }>>;

interface BuildOptions {
  openCurves: OpenCurves;
  nameDataSets: NameDataSets;
  language: Language;
  today: string;
  signal: AbortSignal;
}

/** Results that are placed at once, so that not all standings are in memory together. */
const placedAtOnce = 20_000;

interface Read {
  table: string;
  children: ReadChild[];
  problems: ClassReport['problems'];
}

/** The report of a class whose mapping and day have been checked. Refuses with 'class-day-unlikely'. */
export async function buildReport(
  store: ScratchStore,
  request: ClassRequest,
  { openCurves, nameDataSets, language, today, signal }: BuildOptions,
): Promise<ClassReport> {
  const read: Read[] = [];
  for (const table of request.tables) {
    const positions = table.columns.flatMap(({ name }, i) => (request.names.includes(name) ? [i] : []));
    const asked = { names: positions, testDate: request.testDate };
    const found = await withOpenTable(store, table, { ...request, today }, async (open) => ({
      children: await readChildren(store.tables, open, asked),
      problems: await findClassProblems(store.tables, open, table.name, language, signal),
    }));
    read.push({ table: table.name, ...found });
  }
  if (request.testDate !== null) refuseUnlikelyDay(read.flatMap(({ children }) => children));
  const curves = await openCurves();
  const dataSets = new Set<number>();
  const classes: ClassReport['classes'] = [];
  for (const { name, children } of classesOf(read, request.tables.length > 1)) {
    classes.push({ name, children: await placeAll(children, curves, dataSets), medians: [] });
  }
  const keys = keysOf(classes.flatMap(({ children }) => children));
  return {
    version: curves.version,
    tests: keys.map((key) => testOf(key, language)),
    classes: classes.map((one) => ({ ...one, medians: mediansOf(one.children, keys) })),
    problems: read.flatMap(({ problems }) => problems),
    leftOut: request.tables.flatMap(({ name, leftOut }) =>
      leftOut.filter(({ reason }) => reason !== 'blank').map((rows) => ({ table: name, ...rows })),
    ),
    dataSets: [...(await nameDataSets([...dataSets]))]
      .map(([nr, { title }]) => ({ nr, title }))
      .sort((a, b) => a.nr - b.nr),
  };
}

/** Refuses a typed day on which most children whose age follows from their birth cannot have been tested. */
function refuseUnlikelyDay(children: readonly ReadChild[]): void {
  const ages = children.flatMap(({ exactAge }) => exactAge ?? []);
  const unlikely = ages.filter((age) => comparedAge(age, true) === null).length;
  if (unlikely * 2 > ages.length) throw new Refusal('class-day-unlikely');
}

/** The children by class: each table is one, and each code of a class within it. */
function classesOf(read: readonly Read[], areNamed: boolean): { name: string; children: ReadChild[] }[] {
  return read.flatMap(({ table, children }) => {
    const groups = [...new Set(children.map(({ group }) => group))];
    return groups.map((group) => ({
      name: [...(areNamed ? [table] : []), group].filter((part) => part !== '').join(', '),
      children: children.filter((child) => child.group === group),
    }));
  });
}

/** Places children, and adds the data sets behind the curves to `dataSets`. */
async function placeAll(
  children: readonly ReadChild[],
  { place }: Awaited<ReturnType<OpenCurves>>,
  dataSets: Set<number>,
): Promise<ClassChild[]> {
  // Where one age has decimals, whole numbers are exact, too.
  const stated = children.flatMap((child) => [child, ...child.results]).map(({ statedAge }) => statedAge);
  const isExact = stated.some((age) => age !== null && !Number.isInteger(age));
  const firstRows = new Map(children.toReversed().map(({ identity, row }) => [identity, row]));
  const read = children.map((child) => childOf(child, firstRows.get(child.identity) ?? child.row, isExact));
  const open = read.flatMap(({ child, ages }) =>
    child.results.flatMap((result, at) => toPlace(child, result, ages[at] ?? null) ?? []),
  );
  for (let from = 0; from < open.length; from += placedAtOnce) {
    const some = open.slice(from, from + placedAtOnce);
    const standings = await place(some.map(({ asked }) => asked));
    for (const [i, { result }] of some.entries()) {
      const { percentile, worse, same, band, median, dataSets: own } = standings[i]!;
      Object.assign(result, { percentile, worse, same, band, median, reason: percentile === null ? 'no-curve' : null });
      if (percentile !== null) for (const nr of own) dataSets.add(nr);
    }
  }
  return read.map(({ child }) => child);
}

/** A result of the report with what is asked about it. */
interface ToPlace {
  result: ClassResult;
  asked: StandingRequest['results'][number];
}

/** Null for a result that is not placed. */
function toPlace({ sex }: ClassChild, result: ClassResult, age: number | null): ToPlace | null {
  const { key, value, reason } = result;
  return reason !== null || sex === null || age === null || value === null
    ? null
    : { result, asked: { key, sex, age, value } };
}

/** A child of the report, and the age at which each of its results is compared. */
function childOf({ row, name, sex: read, results, ...own }: ReadChild, first: number, isStatedExact: boolean) {
  const sex = read === 'd' ? null : read;
  const comparedAt = ({ exactAge, statedAge }: Ages) =>
    comparedAge(exactAge ?? statedAge, exactAge !== null || isStatedExact);
  const reasonFor = (result: ReadResult): UnplacedReason | null => {
    if (result.reason !== null) return result.reason;
    if (sex === null) return read === 'd' ? 'sex-other' : 'sex-missing';
    return comparedAt(result) === null ? 'age-missing' : null;
  };
  const unplaced = { percentile: null, worse: null, same: null, band: null, median: null };
  const told = results.map((result): ClassResult => {
    const { key, value, text, notCounted = [] } = result;
    return { key, value, text, notCounted: [...notCounted], ...unplaced, reason: reasonFor(result) };
  });
  const age = comparedAt(own) === null ? null : (own.exactAge ?? own.statedAge);
  const isAgeExact = own.exactAge !== null || isStatedExact;
  const child: ClassChild = { row, child: first, name, sex, age, isAgeExact, results: told };
  return { child, ages: results.map(comparedAt) };
}

/** Keys of results in the order of the vocabulary. */
function keysOf(children: readonly ClassChild[]): string[] {
  const found = new Set(children.flatMap(({ results }) => results.map(({ key }) => key)));
  return [...vocabulary.targets.raw.keys()].filter((key) => found.has(key));
}

function testOf(key: string, language: Language): ClassTest {
  const target = vocabulary.targets.raw.get(key);
  if (!target?.test) throw new Error(`${key} is no result of a test`);
  return {
    key,
    test: target.test,
    label: target.label[language],
    unit: unitText(target, language),
    decimals: target.decimals,
  };
}
