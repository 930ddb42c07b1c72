import { maxSearchTermCharacters, maxSearchTerms } from '../limits';
import type { MotorTest } from '../motor-tests';
import { foldText } from './fold';

/** Folded word of a term. A prefix also matches every word that starts with it. */
export interface SearchWord {
  word: string;
  prefix: boolean;
}

/** A term and how it was understood. `text` is what the user typed. */
export type Term = { text: string } & (
  | { kind: 'doi'; doi: string }
  | { kind: 'year' | 'year-range' | 'age-range'; start: number; end: number }
  | { kind: 'postal-code'; code: string }
  | { kind: 'test'; test: MotorTest; words: SearchWord[] }
  | { kind: 'phrase'; phrase: string }
  | { kind: 'prefix' | 'word'; words: SearchWord[] }
);

/** Folded abbreviations and labels of the tests in every language. */
export type TestNames = ReadonlyMap<string, MotorTest>;

/** Years that a search term may contain (spec section 9). */
const firstYear = 1950;
const lastYear = 2099;
const oldestAge = 120;

/**
 * Parses a search text into terms separated by ';'. Each term is tried in the order of `TermKindSchema`. Accepts any
 * text and never throws; terms and characters beyond the limits are ignored.
 */
export function parseQuery(text: string, testNames: TestNames = new Map()): Term[] {
  return text
    .split(';')
    .map(tidy)
    .filter((term) => term !== '')
    .slice(0, maxSearchTerms)
    .map((term) => parseTerm(term, testNames));
}

function tidy(term: string): string {
  // Cut by code units first, so that a huge term costs nothing, then by characters.
  const characters = [...term.trim().slice(0, 2 * maxSearchTermCharacters)];
  return characters.slice(0, maxSearchTermCharacters).join('').trim();
}

function parseTerm(text: string, testNames: TestNames): Term {
  return (
    parseDoi(text) ??
    parseYears(text) ??
    parseAges(text) ??
    parsePostalCode(text) ??
    parseTest(text, testNames) ??
    parsePhrase(text) ??
    parseWords(text)
  );
}

function parseDoi(text: string): Term | null {
  const match = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/[^\s\p{Cc}\p{Cs}]+)$/iu.exec(text);
  return match ? { kind: 'doi', text, doi: match[1]!.toLowerCase() } : null;
}

function parseYears(text: string): Term | null {
  const match = /^(\d{4})(?:\s*[-–—]\s*(\d{4}))?$/.exec(text);
  if (!match) return null;
  const years = [Number(match[1]), Number(match[2] ?? match[1])];
  if (years.some((year) => year < firstYear || year > lastYear)) return null;
  return {
    kind: match[2] === undefined ? 'year' : 'year-range',
    text,
    start: Math.min(...years),
    end: Math.max(...years),
  };
}

function parseAges(text: string): Term | null {
  const match = /^(\d{1,3})\s*[-–—]\s*(\d{1,3})(?:\s*(?:years?|yrs?|y|jahre?n?|j)\.?)?$/i.exec(text);
  if (!match) return null;
  const ages = [Number(match[1]), Number(match[2])];
  if (ages.some((age) => age > oldestAge)) return null;
  return { kind: 'age-range', text, start: Math.min(...ages), end: Math.max(...ages) };
}

function parsePostalCode(text: string): Term | null {
  return /^\d{5}$/.test(text) ? { kind: 'postal-code', text, code: text } : null;
}

function parseTest(text: string, testNames: TestNames): Term | null {
  const test = testNames.get(foldText(text));
  return test === undefined || text.endsWith('*') ? null : { kind: 'test', text, test, words: readWords(text) };
}

function parsePhrase(text: string): Term | null {
  const match = /^["„“”«»](.+)["“”«»]$/su.exec(text);
  const phrase = foldText(match?.[1] ?? '');
  return phrase === '' ? null : { kind: 'phrase', text, phrase };
}

function parseWords(text: string): Term {
  const words = readWords(text);
  return { kind: words.some(({ prefix }) => prefix) ? 'prefix' : 'word', text, words };
}

/** 'Hand-kraft*' is the word 'hand' and the prefix 'kraft'; '*' is the prefix of every word. */
function readWords(text: string): SearchWord[] {
  return text.split(/\s+/).flatMap((part) => {
    const prefix = part.endsWith('*');
    const words = foldText(part).split(' ');
    if (words[0] === '' && !prefix) return [];
    return words.map((word, index) => ({ word, prefix: prefix && index === words.length - 1 }));
  });
}
