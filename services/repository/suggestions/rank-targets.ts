import type { UploadKind } from '@domain/upload-id';

import type { Target, TargetUnit, Vocabulary } from '../vocabulary';
import { chooseUnit, type ColumnValues, type Evidence } from './judge-values';
import { coverHeader, findSpans, type Cover } from './cover-header';
import type { Lexicon, TargetConcepts } from './read-concepts';
import { readHeader, type Reading } from './read-header';

/** Column of a table as it is looked at. */
export interface SuggestedColumn {
  name: string;
  /** Long name in words, from SPSS. */
  label: string | null;
  /** Words of coded values, from SPSS. */
  valueLabels: Readonly<Record<string, string>>;
  /** Cells of some rows; '' = empty. */
  samples: readonly string[];
}

/** A target that a column may be meant for, with what speaks for it. */
export interface Candidate {
  target: Target;
  unit: TargetUnit;
  /** 0 to 1. */
  score: number;
  why: {
    source: 'name' | 'label';
    /** Words of name or label that name the target. */
    words: string;
    unitStated: boolean;
    evidence: Evidence;
  };
}

/** What a vocabulary's targets are called and hold. */
export interface SuggestionRules {
  vocabulary: Vocabulary;
  lexicon: Lexicon;
}

/** Least score of a suggestion: nothing is suggested rather than something wrong. */
const leastScore = 0.6;
/** Factor for a name that is an abbreviation. */
const abbreviationFactor = 0.95;
/** One word may be unknown beside a name of at least so many characters. */
const maxUnknownWords = 1;
const longNameCharacters = 8;
const leastExplained = 0.6;

/** Targets a column may be meant for, best first, each once. Empty when name and label say nothing certain. */
export function rankTargets(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): Candidate[] {
  return findTargets(rules, kind, column)
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score);
}

/** Whether name or label name a target at all, so that it is worth looking at the column's cells. */
export function isNamed(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): boolean {
  return findTargets(rules, kind, { ...column, samples: [] }).length > 0;
}

function findTargets(rules: SuggestionRules, kind: UploadKind, column: SuggestedColumn): Candidate[] {
  const found = new Map<string, Candidate>();
  const headers: ['name' | 'label', string | null][] = [
    ['name', column.name],
    ['label', column.label],
  ];
  for (const [source, header] of headers) {
    if (header === null) continue;
    const { readings, codes } = readHeader(header, rules.lexicon);
    const values: ColumnValues = { samples: column.samples, codeWords: { ...codes, ...column.valueLabels } };
    for (const reading of readings) {
      for (const candidate of readTargets(rules, kind, { reading, header, source, values })) {
        const known = found.get(candidate.target.key);
        if (!known || known.score < candidate.score) found.set(candidate.target.key, candidate);
      }
    }
  }
  return [...found.values()];
}

interface ReadColumn {
  reading: Reading;
  header: string;
  source: 'name' | 'label';
  values: ColumnValues;
}

function readTargets(rules: SuggestionRules, kind: UploadKind, column: ReadColumn): Candidate[] {
  const { lexicon, vocabulary } = rules;
  const { tokens, units } = column.reading;
  const spans = findSpans(tokens, lexicon);
  const named = new Set(spans.map(({ concept }) => concept));
  const ways = [...named].flatMap((concept) => lexicon.targets[kind].get(concept) ?? []);
  return ways.flatMap((way) => {
    if (!way.concepts.every((concept) => named.has(concept))) return [];
    const target = vocabulary.targets[kind].get(way.key);
    const stated = statedUnits(way, target, units);
    if (!target || stated === 'other') return [];
    const cover = coverHeader(tokens, spans, way, lexicon);
    const score = cover ? scoreOf(cover) : 0;
    if (!cover || score === 0) return [];
    const chosen = chooseUnit(target, stated, column.values, vocabulary.missingCodes);
    if (!chosen) return [];
    const why = {
      source: column.source,
      words: wordsOf(cover, column),
      unitStated: chosen.isStated && way.unit === '',
      evidence: chosen.verdict.evidence,
    };
    return [{ target, unit: chosen.unit, score: score * chosen.verdict.fit, why }];
  });
}

/** Units the header allows for a target; null when it names none, 'other' when it names one of other things. */
function statedUnits(
  { unit, needsUnit }: TargetConcepts,
  target: Target | undefined,
  units: Reading['units'],
): readonly string[] | null | 'other' {
  if (unit !== '') return units === null ? [unit] : 'other';
  if (units === null) return needsUnit ? 'other' : null;
  return target?.units.some((offered) => offered.unit !== '' && units.includes(offered.unit)) ? units : 'other';
}

function scoreOf({ explained, characters, hasAbbreviation, contradicts, unknownWords, used }: Cover): number {
  const share = explained / characters;
  if (contradicts) return 0;
  if (unknownWords === 0) return hasAbbreviation ? abbreviationFactor : 1;
  const named = used.reduce((sum, span) => sum + span.characters, 0);
  const isCertain = !hasAbbreviation && unknownWords <= maxUnknownWords && named >= longNameCharacters;
  return isCertain && share >= leastExplained ? share : 0;
}

/** The words of the header that name the target, from the first to the last. */
function wordsOf({ used }: Cover, { reading, header }: ReadColumn): string {
  const places = used.flatMap(({ from, to }) => reading.tokens.slice(from, to));
  const start = Math.min(...places.map((token) => token.start));
  const end = Math.max(...places.map((token) => token.end));
  return header.normalize('NFC').slice(start, end);
}
