import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { formatNumber } from '../format-number';
import { rootFolder } from '../../root-folder';
import { groupSize, longFormat, vocabulary } from '../vocabulary';
import {
  type Candidate,
  needsTestNames,
  rankTargets,
  type SuggestedColumn,
  type SuggestionRules,
} from './rank-targets';
import { findLongFormat } from './long-by-values';
import { type Battery, loadBatteries } from './read-batteries';
import { foldUnit, loadConcepts } from './read-concepts';
import { fitTogether, readTogether } from './read-together';
import { fitBattery, recogniseBattery } from './recognise-battery';

export { foldUnit };
export { readCodebook } from './read-codebook';
export { needCells } from './read-together';
export { batteryOf } from './recognise-battery';
export {
  rankTargets,
  rememberRanked,
  testsNamed,
  type Candidate,
  type SuggestedColumn,
  type SuggestionRules,
} from './rank-targets';
export { sampledRows } from './sample-rows';
export { judgeValues } from './judge-values';

/** The vocabulary, its lexicon and the test batteries, loaded at start. */
export const suggestionRules: SuggestionRules = {
  vocabulary,
  lexicon: loadConcepts(rootFolder, vocabulary),
  batteries: loadBatteries(rootFolder, vocabulary),
};

export interface SuggestedMapping {
  /** Ranked candidates of each column. */
  columns: Candidate[][];
  /** The battery whose tests the table contains. */
  battery: Battery | null;
}

/**
 * Suggests ranked targets for the columns of a table, in their order. A target is only suggested for the column with
 * the best score, or the first of several. The other columns keep their other candidates.
 */
export function suggestMapping(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
): SuggestedMapping {
  const read = readTogether(rules, kind, columns);
  const alone = read.map((column) => rankTargets(rules, kind, column));
  const ranked = findLongFormat(rules, kind, columns, fitTogether(rules, kind, columns, alone));
  const recognised = kind === 'raw' ? recogniseBattery(rules, read, firstTargets(ranked)) : null;
  if (!recognised) return { columns: giveTargets(ranked), battery: null };
  const fitted = read.map((column, index) =>
    fitBattery(rules, recognised, { index, column, candidates: ranked[index] ?? [] }),
  );
  return { columns: giveTargets(fitted), battery: recognised.battery };
}

function firstTargets(ranked: readonly (readonly Candidate[])[]) {
  return ranked.map(([first]) => first?.target ?? null);
}

function giveTargets(ranked: readonly (readonly Candidate[])[]): Candidate[][] {
  const isLong = ranked.some((candidates) => candidates[0]?.target.key === longFormat.name);
  const offers = ranked
    .flatMap((candidates, column) => candidates.map((candidate) => ({ column, candidate })))
    .filter(({ candidate: { target } }) => (isLong ? target.key !== groupSize : !needsTestNames(target)))
    .sort((a, b) => b.candidate.score - a.candidate.score || a.column - b.column);
  const taken = new Map<string, number>();
  const served = new Set<number>();
  for (const { column, candidate } of offers) {
    if (served.has(column) || taken.has(candidate.target.key)) continue;
    taken.set(candidate.target.key, column);
    served.add(column);
  }
  const suggestions: Candidate[][] = ranked.map(() => []);
  for (const { column, candidate } of offers) {
    const owner = taken.get(candidate.target.key);
    if (owner === undefined || owner === column) suggestions[column]?.push(candidate);
  }
  return suggestions;
}

const texts = {
  en: {
    name: (words: string) => `column name ‘${words}’`,
    label: (words: string) => `variable label ‘${words}’`,
    book: (words: string) => `codebook ‘${words}’`,
    values: () => 'no column name',
    tests: () => 'cells name tests',
    units: () => 'cells are units of the tests',
    results: () => 'cells fit the tests of their rows',
    battery: (name: string) => `part of the ${name}`,
    beside: (column: string) => `timing from column ‘${column}’`,
    unit: (unit: string) => `unit ‘${unit}’ named`,
    range: (min: string, max: string) => `values ${min} to ${max}`,
    codes: (values: string) => `values ${values}`,
    dates: 'values are dates',
  },
  de: {
    name: (words: string) => `Spaltenname „${words}“`,
    label: (words: string) => `Beschriftung „${words}“`,
    book: (words: string) => `Codebuch „${words}“`,
    values: () => 'kein Spaltenname',
    tests: () => 'Zellen nennen Tests',
    units: () => 'Zellen sind Einheiten der Tests',
    results: () => 'Zellen passen zu den Tests ihrer Zeilen',
    battery: (name: string) => `gehört zu: ${name}`,
    beside: (column: string) => `Zeitmessung laut Spalte „${column}“`,
    unit: (unit: string) => `Einheit „${unit}“ genannt`,
    range: (min: string, max: string) => `Werte ${min} bis ${max}`,
    codes: (values: string) => `Werte ${values}`,
    dates: 'Werte sind Datumsangaben',
  },
};

/** Why a target is suggested: a stable code made of its parts, and a message in a language. */
export function reasonOf({ unit, why }: Candidate, language: Language): { code: string; message: string } {
  const words = texts[language];
  const { source, evidence } = why;
  const parts = [words[source](why.words)];
  const code: string[] = [source];
  if (why.unitStated) {
    parts.push(words.unit(unit.text[language]));
    code.push('unit');
  }
  if (why.battery !== undefined) {
    parts.push(words.battery(why.battery[language]));
    code.push('battery');
  }
  if (why.beside !== undefined) {
    parts.push(words.beside(why.beside));
    code.push('beside');
  }
  if (evidence.kind === 'range') {
    const [min, max] = [evidence.min, evidence.max].map((value) =>
      evidence.isClock ? formatClock(value, language) : formatNumber(String(value), language),
    );
    parts.push(words.range(min ?? '', max ?? ''));
  } else if (evidence.kind === 'codes') parts.push(words.codes(evidence.values.join(', ')));
  else if (evidence.kind === 'dates') parts.push(words.dates);
  if (evidence.kind !== 'none') code.push(evidence.kind);
  const message = parts.join('; ');
  return { code: code.join('-'), message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` };
}

/** Seconds as a clock shows them: '16:50', '1:02:07', '0:04.5'. */
function formatClock(seconds: number, language: Language): string {
  const whole = Math.floor(seconds);
  const decimals = formatNumber(String(Math.round((seconds - whole) * 1000) / 1000), language).slice(1);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return `${shown.map((part, i) => String(part).padStart(i === 0 ? 1 : 2, '0')).join(':')}${decimals}`;
}
