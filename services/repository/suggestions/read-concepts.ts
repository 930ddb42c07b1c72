import path from 'node:path';

import { z } from 'zod';

import { motorTests } from '@domain/motor-tests';
import type { UploadKind } from '@domain/upload-id';

import { readRows, yesOrNo } from '../vocabulary/read-data';
import { longFormat, splitTargets, type Target, type Vocabulary } from '../vocabulary';
import { foldText, joinTokens, splitHeader } from './split-header';

/** A possible meaning of a phrase. An abbreviation only counts if no other word is left unexplained. */
export interface Meaning {
  concept: string;
  isAbbreviation: boolean;
}

/** Concepts that together mean a target. */
export interface TargetConcepts {
  key: string;
  /** All of them must occur. */
  concepts: readonly string[];
  /** They may also occur. */
  optional: readonly string[];
  /** Unit implied by the words, such as the coding of a column 'female'; '' = none. */
  unit: string;
  /** Only if the header also states a unit of the target: 'age [months]'. */
  needsUnit: boolean;
  /** Only if all cells are like this: a class '5a' in a column 'Klasse'. */
  cells: RegExp | null;
}

/** A phrase of whole words, with a space between them. */
export interface WholePhrase {
  text: string;
  joined: string;
  concept: string;
}

export interface Lexicon {
  /** Meanings by phrase; words are joined without spaces. */
  phrases: ReadonlyMap<string, readonly Meaning[]>;
  /** Phrases of whole words, by their first letter. */
  wholePhrases: ReadonlyMap<string, readonly WholePhrase[]>;
  /** Number of words in the longest phrase. */
  maxWords: number;
  /** Single words of all phrases, at which compounds are split. */
  words: ReadonlySet<string>;
  /** Units by spelling, folded and without spaces. A spelling may stand for several units. */
  units: ReadonlyMap<string, readonly string[]>;
  /** Ways to name a target, indexed by one of their concepts. */
  targets: Record<UploadKind, ReadonlyMap<string, readonly TargetConcepts[]>>;
}

const list = (separator: string) => z.string().transform((text) => text.split(separator).filter((part) => part !== ''));

/** The concept of a statistic has its name, with a hyphen. */
const statisticConcept = (statistic: string) => statistic.replace('_', '-');

/** Concept of words that have no meaning of their own. */
export const filler = 'filler';
/** Concept of what a test measures, which may stand before its name: 'Ausdauer'. */
const ability = 'ability';
/** Concept of words before or after the number of a trial. */
export const trialWord = 'trial';

/**
 * Loads the words that headers use for targets (`concepts.csv`, `target-concepts.csv`, `unit-spellings.csv`) and adds
 * the vocabulary's own keys and labels. Throws an Error that names file and line if they are inconsistent.
 */
export function loadConcepts(rootFolder: string, vocabulary: Vocabulary): Lexicon {
  const folder = path.join(rootFolder, 'services', 'repository', 'data', 'vocabulary');
  const concepts = readRows(folder, 'concepts.csv', {
    concept: z.string().min(1),
    words: list('|'),
    abbreviations: list('|'),
  });
  const rows = readRows(folder, 'target-concepts.csv', {
    key: z.string().min(1),
    concepts: list(' '),
    optional: list(' '),
    unit: z.string(),
    needs_unit: yesOrNo,
    cells: z.string().transform((pattern) => (pattern === '' ? null : new RegExp(pattern))),
  });
  const spellings = readRows(folder, 'unit-spellings.csv', { unit: z.string().min(1), spellings: list('|') });

  const known = new Set(concepts.map(({ concept }) => concept));
  for (const row of rows) checkTargetConcepts(row, known, vocabulary);
  for (const key of motorTests) {
    if (!rows.some((row) => row.key === key)) throw new Error(`target-concepts.csv: "${key}" is missing`);
  }
  const ways = rows.map(({ needs_unit: needsUnit, ...row }): TargetConcepts => {
    const isResult = vocabulary.targets.raw.get(row.key)?.isResult ?? false;
    return { ...row, optional: isResult ? [...row.optional, ability] : row.optional, needsUnit };
  });

  const phrases = new PhraseBook();
  for (const { concept, words, abbreviations, position } of concepts) {
    phrases.addAll(concept, words, false, position);
    phrases.addAll(concept, abbreviations, true, position);
  }
  for (const target of [...vocabulary.targets.raw.values(), ...vocabulary.targets.agg.values()]) {
    phrases.addNamesOf(target);
  }
  for (const [slug, { abbr, short }] of vocabulary.tests) {
    for (const text of Object.values(short)) phrases.add(keyConcept(slug), text, false);
    for (const text of Object.values(abbr)) phrases.add(keyConcept(slug), text, true);
  }
  return {
    phrases: phrases.meanings,
    wholePhrases: phrases.whole,
    maxWords: phrases.maxWords,
    words: phrases.words,
    units: unitsBySpelling(spellings, vocabulary),
    targets: { raw: byConcept(rawWays(ways, vocabulary)), agg: byConcept(aggWays(ways, vocabulary)) },
  };
}

/** Concept of a target's own key and labels. */
function keyConcept(key: string): string {
  return `key:${key}`;
}

/** Concept of the number of a trial. */
export function trialConcept(trial: number): string {
  return `trial ${trial}`;
}

class PhraseBook {
  readonly meanings = new Map<string, Meaning[]>();
  readonly whole = new Map<string, WholePhrase[]>();
  readonly words = new Set<string>();
  maxWords = 1;

  addAll(concept: string, texts: readonly string[], isAbbreviation: boolean, position: string): void {
    for (const text of texts) {
      if (concept === 'percentile') {
        for (const number of percentiles) {
          this.add(percentileConcept(number), text.replace('#', String(number)), isAbbreviation);
        }
      } else if (!this.add(concept, text, isAbbreviation)) {
        throw new Error(`${position}: "${text}" occurs twice or contains no word`);
      }
    }
  }

  addNamesOf(target: Target): void {
    const concept = keyConcept(target.key);
    for (const text of [target.key, ...Object.values(target.label)]) this.add(concept, text, false);
  }

  /** Returns false if the phrase is empty or already exists. */
  add(concept: string, text: string, isAbbreviation: boolean): boolean {
    const tokens = splitHeader(text);
    const phrase = joinTokens(tokens);
    const meanings = this.meanings.get(phrase) ?? [];
    if (!isAbbreviation) this.addWhole(concept, tokens.map((token) => token.text).join(' '));
    if (phrase === '' || meanings.some((meaning) => meaning.concept === concept)) return false;
    this.meanings.set(phrase, [...meanings, { concept, isAbbreviation }]);
    this.maxWords = Math.max(this.maxWords, tokens.length);
    for (const { text: word, isNumber } of tokens) if (!isNumber && !isAbbreviation) this.words.add(word);
    return true;
  }

  private addWhole(concept: string, text: string): void {
    const letter = text.charAt(0);
    this.whole.set(letter, [...(this.whole.get(letter) ?? []), { text, joined: text.replaceAll(' ', ''), concept }]);
  }
}

/** Percentiles with statistics. Words of the concept 'percentile' contain '#' for the number. */
const percentiles = [3, 5, 10, 25, 50, 75, 90, 95, 97];
const percentileConcept = (number: number) => `p${number}`;

function checkTargetConcepts(
  row: { key: string; concepts: string[]; optional: string[]; unit: string; position: string },
  known: ReadonlySet<string>,
  { targets }: Vocabulary,
): void {
  const target = targets.raw.get(row.key) ?? targets.agg.get(row.key);
  if (!target) throw new Error(`${row.position}: "${row.key}" is not a target`);
  if (row.concepts.length === 0) throw new Error(`${row.position}: no concept is given for "${row.key}"`);
  for (const concept of [...row.concepts, ...row.optional]) {
    if (!known.has(concept)) throw new Error(`${row.position}: "${concept}" is missing in concepts.csv`);
  }
  if (row.unit !== '' && !target.units.some(({ unit }) => unit === row.unit)) {
    throw new Error(`${row.position}: "${row.key}" is not offered in "${row.unit}"`);
  }
}

/** Ways to name targets of raw data: those of the file, the targets' own names, and single trials of the tests. */
function rawWays(ways: TargetConcepts[], { targets }: Vocabulary): TargetConcepts[] {
  const own = ownNames(targets.raw);
  const known = [...ways.filter(({ key }) => targets.raw.has(key)), ...own];
  const trials = [1, 2, 3, 4, 5, 6];
  return [
    ...known,
    ...known.flatMap((way) => beamTrials(way)),
    ...known.flatMap((way) =>
      trials
        .filter((trial) => way.unit === '' && targets.raw.has(`${way.key}.t${trial}`))
        .map((trial) => ({ ...way, key: `${way.key}.t${trial}`, concepts: [...way.concepts, trialConcept(trial)] })),
    ),
  ];
}

/** Number of trials on a beam, and the trials before it: the widest beam comes first. Source: K-BAL in domain facts. */
const trialsPerBeam = 2;
const trialsBefore: Record<string, number> = { 'balback.b60': 0, 'balback.b45': 2, 'balback.b30': 4 };

/** 'Balancing backwards, 4.5 cm, 2nd trial' is the fourth of six trials. */
function beamTrials(way: TargetConcepts): TargetConcepts[] {
  const before = trialsBefore[way.key];
  if (before === undefined) return [];
  return Array.from({ length: trialsPerBeam }, (_, i) => ({
    ...way,
    key: `balback.t${before + i + 1}`,
    concepts: [...way.concepts, trialConcept(i + 1)],
  }));
}

/** Ways to name targets of aggregated data: fields, and measures with each statistic. */
function aggWays(ways: TargetConcepts[], { targets }: Vocabulary): TargetConcepts[] {
  const measures = new Map<string, string[]>();
  for (const { key, statistic } of targets.agg.values()) {
    if (!statistic) continue;
    measures.set(statistic.measure, [...(measures.get(statistic.measure) ?? []), key]);
  }
  const known = [...ways, ...ownNames(targets.raw)];
  return [
    ...ways.filter(({ key }) => targets.agg.has(key)),
    ...ownNames(targets.agg),
    ...known.flatMap((way) =>
      (measures.get(way.key) ?? []).map((key) => ({
        ...way,
        key,
        concepts: [...way.concepts, statisticConcept(key.slice(way.key.length + 1))],
      })),
    ),
    // The cells themselves say whether they hold a mean and its deviation.
    ...known.flatMap((way) =>
      (measures.get(way.key) ?? [])
        .filter((key) => key.endsWith(`.${splitTargets.meanAndDeviation}`))
        .map((key) => ({ ...way, key, optional: [...way.optional, 'mean'] })),
    ),
    // In long format the statistic alone is enough: 'SD'.
    ...(measures.get(longFormat.value) ?? []).map((key) => ({
      key,
      concepts: [statisticConcept(key.slice(longFormat.value.length + 1))],
      optional: [],
      unit: '',
      needsUnit: false,
      cells: null,
    })),
  ];
}

function ownNames(targets: ReadonlyMap<string, Target>): TargetConcepts[] {
  return [...targets.values()]
    .filter(({ type }) => type !== 'none')
    .map(({ key }) => ({ key, concepts: [keyConcept(key)], optional: [], unit: '', needsUnit: false, cells: null }));
}

/** Indexes each way by the concept that the fewest ways share, so that few ways are tried per header. */
function byConcept(ways: TargetConcepts[]): Map<string, TargetConcepts[]> {
  const shared = new Map<string, number>();
  for (const { concepts } of ways) for (const concept of concepts) shared.set(concept, (shared.get(concept) ?? 0) + 1);
  const map = new Map<string, TargetConcepts[]>();
  for (const way of ways) {
    const [rarest = ''] = way.concepts.toSorted((a, b) => (shared.get(a) ?? 0) - (shared.get(b) ?? 0));
    map.set(rarest, [...(map.get(rarest) ?? []), way]);
  }
  return map;
}

function unitsBySpelling(
  rows: { unit: string; spellings: string[]; position: string }[],
  { targets }: Vocabulary,
): Map<string, string[]> {
  const offered = new Set(
    [...targets.raw.values(), ...targets.agg.values()].flatMap(({ units }) => units.map(({ unit }) => unit)),
  );
  const map = new Map<string, string[]>();
  for (const { unit, spellings, position } of rows) {
    if (!offered.has(unit)) throw new Error(`${position}: no target is offered in "${unit}"`);
    for (const spelling of spellings) {
      const folded = foldUnit(spelling);
      map.set(folded, [...(map.get(folded) ?? []), unit]);
    }
  }
  return map;
}

/** Spelling of a unit without case, spaces and dots. */
export function foldUnit(text: string): string {
  return foldText(text)
    .replace(/²/g, '2')
    .replace(/[\s.]+/g, '');
}
