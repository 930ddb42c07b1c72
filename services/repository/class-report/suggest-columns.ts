import {
  type Candidate,
  needCells,
  rankTargets,
  rememberRanked,
  type SuggestedColumn,
  suggestionRules,
  type SuggestionRules,
  suggestMapping,
} from '../suggestions';
import { type Target, resultOfTrial, vocabulary } from '../vocabulary';
import { trialsRuleOf } from '../norms/trial-results';
import { cellReadings, nameReadings } from './other-readings';

/** What is used throughout the suggestions of one table. */
interface Work {
  rules: SuggestionRules;
  isUsed: (target: Target) => boolean;
  pause: () => Promise<void>;
}

/** Columns as they are read, and their candidates. */
interface Read {
  columns: readonly SuggestedColumn[];
  found: Candidate[][];
}

/**
 * Ranked targets of the columns of a table. Columns for which none is found that a report uses are read in other ways: a
 * list of 20 with three absent children is one of results all the same. `pause` is waited for before each column
 * that is ranked or read, so that others are served, and ends the work by throwing.
 */
export async function suggestColumns(
  columns: readonly SuggestedColumn[],
  isUsed: (target: Target) => boolean,
  pause: () => Promise<void>,
): Promise<Candidate[][]> {
  const work = { rules: rememberRanked(suggestionRules), isUsed, pause };
  let read: Read = { columns, found: await suggest(work, columns) };
  for (const readName of nameReadings) read = await readCells(work, columns.map(readName), read);
  // Days that are left out of headers make no trials: of two days, the first one counts.
  return withTrials(
    work,
    read.columns.map((column, index) => ({ ...column, name: columns[index]!.name })),
    read.found,
  );
}

/** Reads the cells of columns of which nothing is used yet, under these names. Those that no cells explain stay. */
async function readCells(work: Work, named: readonly SuggestedColumn[], before: Read): Promise<Read> {
  const isOpen = openColumns(work, before);
  const needs = needCells(
    work.rules,
    'raw',
    named.map((column, index) => (isOpen(index) ? column : before.columns[index]!)),
  );
  let read = before;
  for (const readCell of cellReadings(work.rules, work.isUsed)) {
    const isStillOpen = openColumns(work, read);
    const tried: SuggestedColumn[] = [];
    for (const [index, column] of named.entries()) {
      const present = read.columns[index]!;
      if (isStillOpen(index)) await work.pause();
      tried.push(!isStillOpen(index) ? present : needs[index] ? readCell(column) : column);
    }
    if (tried.every((column, index) => isSame(column, read.columns[index]!))) continue;
    read = { columns: tried, found: await suggest(work, tried) };
  }
  return read;
}

/** Whether nothing that a report uses is found for a column. */
function openColumns({ isUsed }: Work, { found }: Read): (index: number) => boolean {
  const isOpen = found.map(([first]) => !first || !isUsed(first.target));
  return (index) => isOpen[index] ?? true;
}

async function suggest({ rules, pause }: Work, columns: readonly SuggestedColumn[]): Promise<Candidate[][]> {
  // What is ranked here one by one is not ranked again when the columns are suggested together.
  for (const column of columns) {
    await pause();
    rankTargets(rules, 'raw', column);
  }
  return suggestMapping(rules, 'raw', columns).columns;
}

function isSame(a: SuggestedColumn, b: SuggestedColumn): boolean {
  return a.name === b.name && a.samples === b.samples;
}

/**
 * Columns of one test are its trials, so that none of them is lost: a result beside its later trials ('SW', 'SW 2'), and
 * several columns with the name of a test whose best trial counts.
 */
async function withTrials(
  work: Work,
  columns: readonly SuggestedColumn[],
  found: Candidate[][],
): Promise<Candidate[][]> {
  const keys = found.map(([first]) => first?.target.key ?? '');
  const named: string[] = [];
  for (const [index, column] of columns.entries()) {
    named.push(keys[index] || ((await suggest(work, [column]))[0]?.[0]?.target.key ?? ''));
  }
  const trials = columns.map((column, index) => {
    const key = named[index]!;
    const target = vocabulary.targets.raw.get(key);
    if (!target?.isResult || resultOfTrial(key) !== null) return column;
    const same = named.flatMap((name, at) => (name === key ? [at] : []));
    const numbers = keys.filter((name) => resultOfTrial(name) === key);
    const isFirst = numbers.length > 0 && !numbers.includes(`${key}.t1`) && same.length === 1;
    const isOneOfBest = numbers.length === 0 && same.length > 1 && isBest(target);
    return isFirst || isOneOfBest ? { ...column, name: `${column.name} ${same.indexOf(index) + 1}` } : column;
  });
  if (trials.every((column, index) => column === columns[index])) return found;
  const numbered = await suggest(work, trials);
  const isKept = numbered.every(([first], index) => {
    const key = first?.target.key ?? '';
    return trials[index] === columns[index] ? key === keys[index] : resultOfTrial(key) === named[index];
  });
  return isKept ? numbered : found;
}

function isBest(target: Target): boolean {
  const { way } = trialsRuleOf(target);
  return way === 'largest' || way === 'least';
}
