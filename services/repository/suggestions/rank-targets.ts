import type { Bilingual } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { longFormat, type Target, type TargetUnit, type Vocabulary } from '../vocabulary';
import { type ChosenUnit, chooseUnit } from './choose-unit';
import { allBut, type ColumnValues, type Evidence } from './judge-values';
import { correctSpelling } from './correct-spelling';
import { coverHeader, findSpans, type Cover } from './cover-header';
import type { Battery } from './read-batteries';
import type { TargetConcepts } from './name-targets';
import { foldUnit, type Lexicon } from './read-concepts';
import { readHeader, type Reading } from './read-header';
import { findShortened } from './shortened-words';

/** Column for which targets are suggested. */
export interface SuggestedColumn {
  name: string;
  /** Long name, from SPSS. */
  label: string | null;
  /** What a codebook in the file says about it. */
  explained?: string;
  /** Labels of coded values, from SPSS. */
  valueLabels: Readonly<Record<string, string>>;
  /** Cells of some rows; '' = empty. */
  samples: readonly string[];
}

/** A possible target of a column, with the evidence for it. */
export interface Candidate {
  target: Target;
  unit: TargetUnit;
  /** From 0 to 1. */
  score: number;
  /** It only counts if another column means this target; '' = in any table. */
  needs: string;
  why: {
    source: 'name' | 'label' | 'book' | 'values' | 'tests' | 'units' | 'results';
    /** Words of name or label that name the target. */
    words: string;
    /** Another column that decides between this target and a similar one. */
    beside?: string;
    /** The battery whose test it is. */
    battery?: Bilingual;
    unitStated: boolean;
    evidence: Evidence;
  };
}

/** A vocabulary, the words that headers use for its targets, and the test batteries. */
export interface SuggestionRules {
  vocabulary: Vocabulary;
  lexicon: Lexicon;
  batteries: readonly Battery[];
  /** What has been ranked with these rules, if it is ranked again (`rememberRanked`). */
  ranked?: RankedColumns;
}

/** Candidates by the cells of a column, and by what is said about it. */
type RankedColumns = WeakMap<readonly string[], Map<string, readonly Candidate[]>>;

/** The cells of columns without any. */
const noCells: readonly string[] = [];

/** The same rules for a table that is suggested several times: columns that have not changed are ranked once. */
export function rememberRanked(rules: SuggestionRules): SuggestionRules {
  return { ...rules, ranked: new WeakMap() };
}

/** Minimum score of a suggestion. No suggestion is better than a wrong one. Own estimate, as are the factors. */
const minScore = 0.6;
/** Factors for abbreviated names, and for those that mean a target only by their cells. */
const abbreviationFactor = 0.95;
const byCellsFactor = 0.95;
/** How names are read, and the factor for it: as they are, with words that are shortened, with typing errors. */
const readingFactors = { exact: 1, shortened: 1, corrected: 0.9 };
type ReadAs = keyof typeof readingFactors;

/** A column with more different texts does not name tests, and most of them must be known. Own estimates. */
export const maxTestNames = 60;
const knownShare = 0.6;
const textsShown = 4;

/**
 * Possible targets of a column, best first, without duplicates. Empty if name and label are inconclusive. Shortened
 * words are completed and typing errors corrected only if nothing else fits.
 */
export function rankTargets(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): Candidate[] {
  const { name, label, explained, valueLabels, samples } = column;
  const cells = samples.length > 0 ? samples : noCells;
  const known = rules.ranked?.get(cells) ?? new Map<string, readonly Candidate[]>();
  rules.ranked?.set(cells, known);
  const about = JSON.stringify([kind, name, label, explained, valueLabels]);
  const ranked = known.get(about) ?? findRanked(rules, kind, column);
  known.set(about, ranked);
  return [...ranked];
}

function findRanked(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): Candidate[] {
  const found = findTargets(rules, kind, column, 'exact');
  const isFound = () => found.some(({ target }) => !needsTestNames(target));
  if (!isFound()) found.push(...onlyOne(findTargets(rules, kind, column, 'shortened'), column));
  if (!isFound()) found.push(...findTargets(rules, kind, column, 'corrected'));
  return withoutContradicted(rules, kind, column, found)
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || Number(a.why.source === 'name') - Number(b.why.source === 'name'));
}

/** Whether a target needs a column with names of tests. */
export function needsTestNames({ key, statistic }: Target): boolean {
  return [longFormat.value, longFormat.unit, longFormat.trial].includes(statistic?.measure ?? key);
}

/** Of shortened names, the only target that the cells allow; none if several are left. Without cells, all of them. */
function onlyOne(candidates: Candidate[], { samples }: SuggestedColumn): Candidate[] {
  if (samples.length === 0) return candidates;
  const own = candidates.filter(({ target }) => !needsTestNames(target));
  const seen = own.filter(({ why }) => why.evidence.kind !== 'none');
  const left = [seen, own, candidates].find(({ length }) => length > 0) ?? [];
  return left.length === 1 ? left : [];
}

/** An abbreviated name only counts if the label or the codebook does not speak of something else. */
function withoutContradicted(
  { lexicon }: SuggestionRules,
  kind: UploadKind,
  { label, explained }: SuggestedColumn,
  candidates: Candidate[],
): Candidate[] {
  const text = explained ?? label;
  if (text === null) return candidates;
  const named = new Set(
    readHeader(text, lexicon).readings.flatMap(({ tokens }) =>
      findSpans(tokens, lexicon).map(({ concept }) => concept),
    ),
  );
  const ways = [...named].flatMap((concept) => lexicon.targets[kind].get(concept) ?? []);
  const keys = new Set(ways.filter(({ concepts }) => concepts.every((concept) => named.has(concept))).map(baseKey));
  return candidates.filter(
    ({ target, score, why }) => why.source !== 'name' || score === 1 || keys.has(baseKey(target)),
  );
}

/** Key of the test or measure that a target belongs to. */
function baseKey({ key }: { key: string }): string {
  return key.split('.')[0] ?? key;
}

/** Measures of the body that files in long format list among the tests. */
const bodyMeasures = ['height', 'mass', 'bmi', 'waist'];
/** Minimum score of a name without cells to judge: every word is known. Own estimate. */
const certain = 0.8;

/**
 * The test, result or body measure that a cell in long format names; empty if it could be none or several. Only names
 * whose every word is known count, because nobody confirms them.
 */
export function testsNamed(rules: SuggestionRules, text: string): Candidate[] {
  const named = rankTargets(rules, 'raw', { name: text, label: null, valueLabels: {}, samples: [] }).filter(
    ({ target, score }) => score >= certain && (target.isResult || bodyMeasures.includes(target.key)),
  );
  const [first, second] = named;
  return first && first.score > (second?.score ?? 0) ? [first] : [];
}

function findTargets(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn, readAs: ReadAs): Candidate[] {
  const found = new Map<string, Candidate>();
  const headers: ['name' | 'label' | 'book', string | null | undefined][] = [
    ['name', column.name],
    ['label', column.label],
    ['book', column.explained],
  ];
  for (const [source, header] of headers) {
    if (typeof header !== 'string') continue;
    const { readings, codes } = readHeader(header, rules.lexicon, readAs === 'corrected' ? correctSpelling : undefined);
    const values: ColumnValues = { samples: column.samples, codeWords: { ...codes, ...column.valueLabels } };
    for (const reading of readings) {
      for (const read of readTargets(rules, kind, { reading, header, source, values, readAs })) {
        const candidate = { ...read, score: read.score * readingFactors[readAs] };
        const id = `${candidate.target.key} ${candidate.needs}`;
        const known = found.get(id);
        if (!known || isBetter(candidate, known)) found.set(id, candidate);
      }
    }
  }
  return [...found.values()];
}

/** Of equal readings, the one with a unit: 'in' is inches in 'Sit and reach (in)'. */
function isBetter(a: Candidate, b: Candidate): boolean {
  return a.score > b.score || (a.score === b.score && a.why.unitStated && !b.why.unitStated);
}

interface ReadColumn {
  reading: Reading;
  header: string;
  source: 'name' | 'label' | 'book';
  values: ColumnValues;
  readAs: ReadAs;
}

function readTargets(rules: SuggestionRules, kind: UploadKind, column: ReadColumn): Candidate[] {
  const { lexicon, vocabulary } = rules;
  const { tokens, units } = column.reading;
  const spans = findSpans(tokens, lexicon, column.readAs === 'shortened' ? findShortened(tokens, lexicon) : []);
  if (!tokens.every((_, at) => spans.some(({ from, to }) => from <= at && at < to))) return [];
  const named = new Set(spans.map(({ concept }) => concept));
  const ways = [...named].flatMap((concept) => lexicon.targets[kind].get(concept) ?? []);
  return ways.flatMap((way) => {
    if (!way.concepts.every((concept) => named.has(concept))) return [];
    const target = vocabulary.targets[kind].get(way.key);
    const stated = statedUnits(way, target, units);
    if (!target || stated === 'other' || !hasCells(way, column.values, vocabulary.missingCodes)) return [];
    const cover = coverHeader(tokens, spans, way);
    const score = (cover ? scoreOf(cover) : 0) * (way.cells === null ? 1 : byCellsFactor);
    if (!cover || score === 0) return [];
    const chosen =
      chooseUnit(target, stated, column.values, vocabulary.missingCodes) ?? chooseByWords(rules, target, column.values);
    if (!chosen || (cover.hasAbbreviation && isUnusual(chosen))) return [];
    const why = {
      source: column.source,
      words: wordsOf(cover, column),
      unitStated: chosen.isStated && way.unit === '',
      evidence: chosen.verdict.evidence,
    };
    return [{ target, unit: chosen.unit, score: score * chosen.verdict.fit, needs: way.beside, why }];
  });
}

/** Whether the cells are like those that a way to name a target asks for, or have not been read. */
function hasCells({ cells }: TargetConcepts, { samples }: ColumnValues, missingCodes: readonly string[]): boolean {
  if (cells === null || samples.length === 0) return true;
  const texts = samples
    .map((text) => text.trim())
    .filter((text) => text !== '' && !missingCodes.includes(text.toLowerCase()));
  return texts.length > 0 && allBut(texts, (text) => cells.test(text));
}

/** Values that are possible but unusual. An abbreviation is too weak to be believed against them. */
function isUnusual({ verdict: { fit, evidence } }: ChosenUnit): boolean {
  return fit < 1 && evidence.kind === 'range';
}

/** The names of tests and the units of a file in long format, in everyday words that headers have as well. */
function chooseByWords(rules: SuggestionRules, target: Target, { samples }: ColumnValues): ChosenUnit | null {
  const [unit] = target.units;
  const texts = [...new Set(samples.map((text) => text.trim()).filter((text) => text !== ''))];
  const isKnown: Record<string, (text: string) => boolean> = {
    [longFormat.name]: (text) => {
      const [first] = rankTargets(rules, 'raw', { name: text, label: null, valueLabels: {}, samples: [] });
      return first !== undefined && (first.target.test !== null || first.target.publish === 'keep');
    },
    [longFormat.unit]: (text) => rules.lexicon.units.has(foldUnit(text)),
  };
  const holds = isKnown[target.key];
  if (!unit || !holds || texts.length === 0 || texts.length > maxTestNames) return null;
  const known = texts.filter(holds).length;
  if (known < texts.length * knownShare) return null;
  const evidence: Evidence = { kind: 'codes', values: texts.slice(0, textsShown) };
  return { unit, verdict: { fit: 1, evidence }, isStated: false };
}

/** Units the header allows for a target; null if it states none, 'other' if it states a unit of something else. */
function statedUnits(
  { unit, needsUnit }: TargetConcepts,
  target: Target | undefined,
  units: Reading['units'],
): readonly string[] | null | 'other' {
  if (unit !== '') return units === null ? [unit] : 'other';
  if (units === null) return needsUnit ? 'other' : null;
  return target?.units.some((offered) => offered.unit !== '' && units.includes(offered.unit)) ? units : 'other';
}

/** Every word must be explained: an unknown one may mean another test ('chair sit and reach'). */
function scoreOf({ isWhole, hasAbbreviation }: Cover): number {
  if (!isWhole) return 0;
  return hasAbbreviation ? abbreviationFactor : 1;
}

/** The part of the header from the first to the last word that names the target, with the letters joined to them. */
function wordsOf({ used }: Cover, { reading, header }: ReadColumn): string {
  const positions = used.flatMap(({ from, to }) => reading.tokens.slice(from, to));
  const start = Math.min(...positions.map((token) => token.start));
  const end = Math.max(...positions.map((token) => token.end));
  const text = header.normalize('NFC');
  const [before = ''] = /[\p{L}\p{N}]*$/u.exec(text.slice(0, start)) ?? [];
  const [after = ''] = /^[\p{L}\p{N}]*/u.exec(text.slice(end)) ?? [];
  return text.slice(start - before.length, end + after.length);
}
