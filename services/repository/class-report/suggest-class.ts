import { setImmediate } from 'node:timers/promises';

import type { ClassTable, TakenClass } from '@domain/api/class-report';
import type { MappingTarget } from '@domain/api/mapping';
import type { Language } from '@domain/language';

import { type Candidate, sampledRows } from '../suggestions';
import { listTargets, longFormat, resultOfTrial, type Target, vocabulary } from '../vocabulary';
import { lastLine } from './other-readings';
import { suggestColumns } from './suggest-columns';

/** Targets besides results that a report uses. */
const aboutChildren = [
  'person_id',
  'sex',
  'age_y',
  'age_m',
  'birth_date',
  'birth_month',
  'test_date',
  'test_year',
  'timepoint',
];
const aboutClasses = ['school_id', 'group'];
const used = new Set([...aboutChildren, ...aboutClasses, ...Object.values(longFormat)]);

/** Whether a report uses a target. */
export function isClassTarget({ key, isResult }: Pick<Target, 'key' | 'isResult'>): boolean {
  return isResult || resultOfTrial(key) !== null || used.has(key);
}

/** The targets that columns of a class can be mapped to, in every unit, in the order of the vocabulary. */
export function listClassTargets(language: Language): MappingTarget[] {
  const keys = new Set([...vocabulary.targets.raw.values()].filter(isClassTarget).map(({ key }) => key));
  return listTargets(vocabulary, 'raw', language).filter(({ key }) => keys.has(key));
}

/** Headers of columns with names, as class lists have them in both languages. */
const nameHeader =
  /^((vor|nach|zu|familien|ruf)?-?name[ns]?|(name|vorname|nachname)\b.*|(first|last|given|family|full)[ -]?name|surname|forename|sch[üu]ler(:?in(nen)?|\/-?in(nen)?)?|kind(er)?|pupils?|students?|child(ren)?)$/i;
/** Largest share of numbers in a column of names; lists number their children in a column of its own. */
const mostNumbers = 0.1;

/** Headers of athletics days (Bundesjugendspiele), and of their long jump, which has a run-up. */
const athletics = /ballwurf|schlagball|schleuderball|urkunde|hochsprung|kugelsto|\b(50|75|100|800|1000) ?m\b/i;
const longJump = /^weit(sprung)?\b(?!.*stand)/i;

/** Columns that are ranked or read before others are served: some milliseconds. */
const piecesAtOnce = 10;

/**
 * Suggests targets for the columns of the tables of a class, and which of them hold names. Equal names share a target.
 * Others are served in between, and it throws the reason of the signal once that is aborted.
 */
export async function suggestClass(
  tables: readonly ClassTable[],
  signal: AbortSignal,
): Promise<Pick<TakenClass, 'suggested' | 'names'>> {
  let pieces = 0;
  const pause = async () => {
    pieces += 1;
    if (pieces % piecesAtOnce === 0) await setImmediate();
    signal.throwIfAborted();
  };
  const targets = new Map<string, Candidate>();
  const names = new Set<string>();
  for (const table of tables) {
    const columns = await suggestColumns(suggestedColumns(table), isClassTarget, pause);
    const isAthletics = table.columns.some(({ name }) => athletics.test(name));
    for (const [index, { name }] of table.columns.entries()) {
      const [first] = isAthletics && longJump.test(lastLine(name)) ? [] : (columns[index] ?? []);
      if (isOfNames(table, index) && !(first && first.target.key !== 'person_id' && isClassTarget(first.target)))
        names.add(name);
      else if (first && isClassTarget(first.target) && !targets.has(name)) targets.set(name, first);
    }
  }
  const suggested = [...targets]
    .filter(([source]) => !names.has(source))
    .map(([source, { target, unit }]) => ({ source, target: { key: target.key, unit: unit.unit } }));
  return { suggested, names: [...names] };
}

function suggestedColumns({ columns, rows, firstRow, leftOut }: ClassTable) {
  const isLeftOut = (row: number) => leftOut.some(({ from, to }) => row >= from && row <= to);
  const data = rows.filter((_, index) => !isLeftOut(index + firstRow));
  const parts = sampledRows(data.length);
  const sampled = data.filter((_, index) => parts.some(({ from, to }) => index >= from && index <= to));
  return columns.map(({ name, info }, index) => ({
    name,
    label: info?.label ?? null,
    valueLabels: info?.valueLabels ?? {},
    samples: sampled.map((row) => row[index] ?? ''),
  }));
}

function isOfNames({ columns, rows }: ClassTable, index: number): boolean {
  if (!nameHeader.test(lastLine(columns[index]?.name ?? ''))) return false;
  const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.filter((cell) => /^[\d.,]+$/.test(cell)).length <= mostNumbers * cells.length;
}
