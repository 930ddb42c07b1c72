import path from 'node:path';

import { z } from 'zod';

import { list, readRows } from '../vocabulary/read-data';
import type { Target, Vocabulary } from '../vocabulary';
import { keyConcept, loadWays, type TargetWays } from './name-targets';
import { foldText, joinTokens, splitHeader } from './split-header';

/** A possible meaning of a phrase. An abbreviation only counts if no other word is left unexplained. */
export interface Meaning {
  concept: string;
  isAbbreviation: boolean;
  /** Words it is written in: 'HG_R' is not the abbreviation 'HGR'. */
  words: number;
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
  targets: TargetWays;
}

/** Concept of words that have no meaning of their own. */
export const filler = 'filler';
/** Concept of what is not a measured value of the person: marks, norms, and what parents have. */
export const somethingElse = 'something-else';
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
  const spellings = readRows(folder, 'unit-spellings.csv', { unit: z.string().min(1), spellings: list('|') });

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
    targets: loadWays(folder, new Set(concepts.map(({ concept }) => concept)), vocabulary),
  };
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
      // 'Stand and reach' is often written without its 'and'.
      const short = text.replace(/ (?:&|and|und) /g, ' ');
      if (short !== text && !isAbbreviation) this.add(concept, short, false);
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
    this.meanings.set(phrase, [...meanings, { concept, isAbbreviation, words: tokens.length }]);
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
