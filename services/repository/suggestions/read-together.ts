import type { UploadKind } from '@domain/upload-id';

import { withoutGroupLines } from './group-lines';
import { maxLongColumns } from './long-by-values';
import { type Candidate, rankTargets, type SuggestedColumn, type SuggestionRules } from './rank-targets';
import { foldUnit, trialWord } from './read-concepts';
import { isInBattery } from './recognise-battery';
import { joinTokens, splitHeader } from './split-header';

/** Time points and years at the end or the beginning of a name: 'SW_T1', 'T1 SW', 'SLJ 2021'. */
const marks = [
  /^(?<base>.*\S)[\s_.-]+(?<mark>t\d)$/iu,
  /^(?<mark>t\d)[\s_.:-]+(?<base>\S.*)$/iu,
  /^(?<base>.*[\p{L})\]])[\s_.-]*\(?(?<mark>(?:19|20)\d{2})\)?$/u,
];
/** A time point before the unit: 'slj_t1_cm'. */
const markBeforeUnit = /^(?<base>.*\S)[\s_.-]+(?<mark>t\d)[\s_.-]*(?<unit>[([]?\p{L}[\p{L}/]*[)\]]?)$/iu;
/** Number of a name that occurs more than once in a table. */
const repeated = / \(\d+\)$/;

interface Marked {
  column: SuggestedColumn;
  base: string;
  /** '' = none. */
  mark: string;
}

/**
 * The columns with what the other columns tell about their names: a name that is only a trial follows the one before
 * it, and a time point or year that all tests share is left out. Where a file has several of them, tests that bear one
 * have no target: they are not trials, and only one of them could be published.
 */
export function readTogether(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
): SuggestedColumn[] {
  const complete = completeTrials(rules, withoutGroupLines(rules, kind, columns));
  const marked = complete.map((column) => readMark(rules, column));
  // The year of a column that means nothing of ours says nothing about the others.
  const found = new Set(
    marked.flatMap(({ column, base, mark }) =>
      mark !== '' && (isTimePoint(mark) || namesOf(rules, kind, column, base).length > 0) ? [mark] : [],
    ),
  );
  const isTimed = hasTimePoints(rules, kind, marked);
  return marked.map(({ column, base, mark }) => {
    if (mark === '' || (isTimePoint(mark) && !isTimed)) return column;
    const others = marked.filter((other) => other.base.toLowerCase() === base.toLowerCase());
    return { ...column, name: others.length === 1 && found.size === 1 ? base : '' };
  });
}

function readMark({ lexicon }: SuggestionRules, column: SuggestedColumn): Marked {
  for (const pattern of marks) {
    const { base, mark } = pattern.exec(column.name)?.groups ?? {};
    if (base !== undefined && mark !== undefined) return { column, base, mark: mark.toLowerCase() };
  }
  const { base, mark, unit } = markBeforeUnit.exec(column.name)?.groups ?? {};
  if (base !== undefined && mark !== undefined && lexicon.units.has(foldUnit(unit?.replace(/[()[\]]/g, '') ?? ''))) {
    return { column, base: `${base} ${unit}`, mark: mark.toLowerCase() };
  }
  return { column, base: column.name, mark: '' };
}

function isTimePoint(mark: string): boolean {
  return mark.startsWith('t');
}

/** What a name alone may mean. */
function namesOf(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn, name: string): Candidate[] {
  return rankTargets(rules, kind, { ...column, name, label: null, samples: [] });
}

/** 'T1' is a time point, not a trial, if also body measures or tests with one trial have it, or if there is a 'T0'. */
function hasTimePoints(
  { vocabulary, ...rules }: SuggestionRules,
  kind: UploadKind,
  marked: readonly Marked[],
): boolean {
  return marked.some(({ column, base, mark }) => {
    if (!isTimePoint(mark) || vocabulary.targets[kind].has(column.name.toLowerCase())) return false;
    if (mark === 't0') return true;
    const [first] = namesOf({ vocabulary, ...rules }, kind, column, base);
    if (!first) return false;
    const { test } = first.target;
    return test === null || vocabulary.tests.get(test)?.result === 'value';
  });
}

/** 'SW 1st trial', '2nd trial': the second column is the second trial of the same test. */
function completeTrials(rules: SuggestionRules, columns: readonly SuggestedColumn[]): SuggestedColumn[] {
  const isTrialWord = (text: string) => meansAny(rules, text, [trialWord]);
  let test = '';
  return columns.map((column) => {
    const name = column.name.replace(repeated, '');
    const words = splitHeader(name);
    const isOnlyTrial =
      words.length === 2 &&
      words.some(({ isNumber }) => isNumber) &&
      words.some(({ text, isNumber }) => !isNumber && isTrialWord(text));
    if (isOnlyTrial) return test === '' ? column : { ...column, name: `${test} ${name}` };
    const trial = /^(?<test>.*\S)[\s_,-]+(?:1\.?\s*\p{L}+\.?|\p{L}+\.?\s*1)$/u.exec(name)?.groups;
    const word = trial ? joinTokens(splitHeader(name.slice(trial.test?.length)).filter((part) => !part.isNumber)) : '';
    test = trial?.test !== undefined && isTrialWord(word) ? trial.test : '';
    return column;
  });
}

/** A column without a name, as the reader calls it. */
const unnamed = /^Column [A-Z]+$/;

/**
 * What only the table as a whole decides: a name that means a target beside another column, a column without a name
 * that holds the letters or words of both sexes, and the 20 m dash whose timing another column states.
 */
export function fitTogether(
  rules: SuggestionRules,
  kind: UploadKind,
  columns: readonly SuggestedColumn[],
  ranked: Candidate[][],
): Candidate[][] {
  const timing = findTiming(rules, columns);
  return ranked.map((each, index) => {
    const column = columns[index];
    const candidates = each.filter(({ needs }) => needs === '' || isNamed(needs, ranked, index));
    if (column && unnamed.test(column.name)) return [...candidates, ...sexOf(rules, kind, column)];
    return timing === null ? candidates : candidates.flatMap((one) => retime(rules, kind, one, timing));
  });
}

/** Whether another column of the table means a target, as far as its name tells. */
function isNamed(key: string, ranked: readonly (readonly Candidate[])[], index: number): boolean {
  return ranked.some(([first], other) => {
    if (other === index || !first || first.needs !== '') return false;
    return (first.target.statistic?.measure ?? first.target.key) === key;
  });
}

function sexOf(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): Candidate[] {
  const key = kind === 'raw' ? 'sex' : 'g_sex';
  const texts = new Set(column.samples.map((text) => text.trim().toLowerCase()).filter((text) => text !== ''));
  if (texts.size < 2 || [...texts].some((text) => /\d/.test(text))) return [];
  return rankTargets(rules, kind, { ...column, name: 'sex' })
    .filter(({ target }) => target.key === key)
    .map((candidate) => ({ ...candidate, why: { ...candidate.why, source: 'values', words: '' } }));
}

interface Timing {
  column: string;
  /** 'both' = in some rows by hand, in others by light gates. */
  by: 'gate' | 'hand' | 'both';
}

/** A column that only states how times were taken. */
function findTiming(rules: SuggestionRules, columns: readonly SuggestedColumn[]): Timing | null {
  for (const { name, samples } of columns) {
    if (!meansAny(rules, name, ['timing-note'])) continue;
    const texts = [...new Set(samples.map((text) => text.trim()).filter((text) => text !== ''))];
    const gate = texts.filter((text) => meansAny(rules, text, ['light-gate'])).length;
    const hand = texts.filter((text) => meansAny(rules, text, ['hand-timing'])).length;
    if (texts.length === 0 || gate + hand < texts.length) continue;
    return { column: name, by: hand === 0 ? 'gate' : gate === 0 ? 'hand' : 'both' };
  }
  return null;
}

function retime(rules: SuggestionRules, kind: UploadKind, candidate: Candidate, { column, by }: Timing): Candidate[] {
  const { key } = candidate.target;
  const isOpen = key.startsWith('dash20hand') && !/hand|stopp|manu/i.test(candidate.why.words);
  if (!isOpen || by === 'hand') return [candidate];
  const target = rules.vocabulary.targets[kind].get(key.replace('dash20hand', 'dash20gate'));
  const unit = target?.units.find((one) => one.unit === candidate.unit.unit);
  if (by === 'both' || !target || !unit) return [];
  return [{ ...candidate, target, unit, why: { ...candidate.why, beside: column } }];
}

/** Which columns have cells worth reading: their names tell something, also beside the others, or they have none. */
export function needCells(rules: SuggestionRules, kind: UploadKind, columns: readonly SuggestedColumn[]): boolean[] {
  const ranked = readTogether(rules, kind, columns).map((column) => ({
    column,
    first: rankTargets(rules, kind, { ...column, samples: [] })[0],
  }));
  // Without a column that names a test, the cells may name it.
  const mayBeLong = columns.length <= maxLongColumns && ranked.every(({ first }) => !first?.target.test);
  return ranked.map(
    ({ column, first }) =>
      mayBeLong ||
      unnamed.test(column.name) ||
      meansAny(rules, column.name, ['timing-note']) ||
      isInBattery(rules, column) ||
      first !== undefined,
  );
}

function meansAny({ lexicon }: SuggestionRules, text: string, concepts: readonly string[]): boolean {
  return (lexicon.phrases.get(joinTokens(splitHeader(text))) ?? []).some(({ concept }) => concepts.includes(concept));
}
