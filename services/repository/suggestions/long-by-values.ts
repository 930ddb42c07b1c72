import type { UploadKind } from '@domain/upload-id';

import { longFormat, type Target } from '../vocabulary';
import { judgeValues } from './judge-values';
import {
  type Candidate,
  maxTestNames,
  needsTestNames,
  type SuggestedColumn,
  type SuggestionRules,
  testsNamed,
} from './rank-targets';
import { foldUnit } from './read-concepts';

/** A table with more columns has one for each test. Own estimate. */
export const maxLongColumns = 40;
/** Share of texts that must be known, as names of tests or as units, and of numbers that must fit. Own estimates. */
const knownShare = 0.6;
const fittingShare = 0.8;
/** Different tests that a column must at least name, and texts after which it is given up. Own estimates. */
const minTests = 2;
const triedTexts = 8;
const textsShown = 4;
/** Score of a column whose name says nothing. */
const score = 0.7;

/**
 * The candidates with those of a table in long format whose headers say nothing: a column whose cells are names of
 * tests, another one with units of these tests, and the only one with numbers that these tests can give.
 */
export function findLongFormat(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
  ranked: Candidate[][],
): Candidate[][] {
  const firsts = ranked.map(([first]) => first?.target);
  if (columns.length > maxLongColumns || firsts.some((target) => target && isOfTest(target))) return ranked;
  const table: Table = {
    rules,
    kind,
    columns,
    isFree: ranked.map((each) => each.every((one) => needsTestNames(one.target))),
  };
  const named = firsts.findIndex((target) => target?.key === longFormat.name);
  const tests = named >= 0 ? named : onlyOne(table, (column) => namesTests(rules, column));
  if (!columns[tests]?.samples.length) return ranked;
  const found: Found[] = [
    ...(named >= 0 ? [] : [{ key: longFormat.name, source: 'tests' as const, column: tests }]),
    ...findUnitsAndResults(table, tests, ranked),
  ];
  return ranked.map((candidates, index) => [
    ...candidates,
    ...found.flatMap((one) => (one.column === index ? candidateOf(table, one) : [])),
  ]);
}

interface Table {
  rules: SuggestionRules;
  kind: UploadKind;
  columns: readonly SuggestedColumn[];
  /** Columns whose names mean nothing, or only something beside names of tests. */
  isFree: boolean[];
}

/** A column that its cells tell. */
interface Found {
  key: string;
  source: 'tests' | 'units' | 'results';
  /** Its index; -1 if there is none. */
  column: number;
}

/** The columns with the units and results of the tests that the cells of a column name. */
function findUnitsAndResults(table: Table, tests: number, ranked: Candidate[][]): Found[] {
  const { rules } = table;
  const samples = table.columns[tests]?.samples ?? [];
  const names = distinct(samples).slice(0, maxTestNames);
  const targets = new Map(names.flatMap((text) => testsNamed(rules, text).map(({ target }) => [text, target])));
  const others: Table = { ...table, isFree: table.isFree.map((isFree, index) => isFree && index !== tests) };
  const columnThat = (share: number, holds: (target: Target, cell: string) => boolean) =>
    onlyOne(others, (column) => fitRows({ samples, targets }, column, holds) >= share);
  const isOpen = (key: string) => !ranked.some((each) => each.some(({ target }) => target.key === key));
  const found: Found[] = [];
  if (isOpen(longFormat.unit)) {
    const column = columnThat(knownShare, (target, cell) => isUnitOf(rules, target, cell));
    found.push({ key: longFormat.unit, source: 'units', column });
  }
  if (isOpen(longFormat.value)) {
    const column = columnThat(fittingShare, (target, cell) => isResultOf(rules, target, cell));
    found.push({ key: longFormat.value, source: 'results', column });
  }
  return found;
}

/** Index of the only free column that is meant; -1 if none or several are. */
function onlyOne({ columns, isFree }: Table, holds: (column: SuggestedColumn) => boolean): number {
  const found = columns.flatMap((column, index) => (isFree[index] && holds(column) ? [index] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

function isOfTest({ test, statistic }: Target): boolean {
  return test !== null && statistic?.measure !== longFormat.value;
}

function distinct(samples: readonly string[]): string[] {
  return [...new Set(samples.map((text) => text.trim()).filter((text) => text !== ''))];
}

/** Whether most cells are names of tests, and of several ones. */
function namesTests(rules: SuggestionRules, { samples }: SuggestedColumn): boolean {
  const texts = distinct(samples);
  if (texts.length < minTests || texts.length > maxTestNames) return false;
  const keysOf = (some: string[]) => some.flatMap((text) => testsNamed(rules, text).map(({ target }) => target.key));
  const tried = texts.slice(0, triedTexts);
  if (keysOf(tried).length < tried.length / 2) return false;
  const keys = keysOf(texts);
  return keys.length >= texts.length * knownShare && new Set(keys).size >= minTests;
}

interface TestCells {
  samples: readonly string[];
  targets: ReadonlyMap<string, Target>;
}

/** Share of the cells of a column that fit the test that their row names; 0 if they fit only one of the tests. */
function fitRows(
  { samples, targets }: TestCells,
  column: SuggestedColumn,
  holds: (target: Target, cell: string) => boolean,
): number {
  if (column.samples.length !== samples.length) return 0;
  const fitted = new Set<string>();
  let rows = 0;
  let fitting = 0;
  column.samples.forEach((text, row) => {
    const cell = text.trim();
    const target = targets.get(samples[row]?.trim() ?? '');
    if (!target || cell === '') return;
    rows += 1;
    if (!holds(target, cell)) return;
    fitting += 1;
    fitted.add(target.key);
  });
  return fitted.size < minTests ? 0 : fitting / rows;
}

function isUnitOf({ lexicon }: SuggestionRules, target: Target, cell: string): boolean {
  const units = lexicon.units.get(foldUnit(cell)) ?? [];
  return target.units.some(({ unit }) => units.includes(unit));
}

function isResultOf({ vocabulary }: SuggestionRules, target: Target, cell: string): boolean {
  const values = { samples: [cell], codeWords: {} };
  return target.units.some((unit) => {
    const { evidence } = judgeValues(target, unit, values, vocabulary.missingCodes);
    return evidence.kind === 'range';
  });
}

function candidateOf({ rules, kind, columns }: Table, { key, source, column }: Found): Candidate[] {
  const target = rules.vocabulary.targets[kind].get(key);
  const [unit] = target?.units ?? [];
  if (!target || !unit) return [];
  const values = distinct(columns[column]?.samples ?? []).slice(0, textsShown);
  return [
    {
      target,
      unit,
      score,
      needs: '',
      why: { source, words: '', unitStated: false, evidence: { kind: 'codes', values } },
    },
  ];
}
