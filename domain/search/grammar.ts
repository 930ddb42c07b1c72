import { maxSearchTermCharacters, maxSearchTerms } from '../limits';
import { foldText } from './fold';
import { maxNameWords, type NameKind, type SearchName, type SearchNames } from './names';
import type { Range } from './ranges';
import { type Identifier, readIdentifier, readPhrase } from './read-identifiers';
import { readAges, readPostalCode, readYears } from './read-ranges';
import { isStopWord } from './stop-words';

/** Folded word of a term. A prefix also matches every word that starts with it. */
export interface SearchWord {
  word: string;
  prefix: boolean;
}

/** What a term asks for. */
export type Meaning =
  | Identifier
  | ({ kind: 'year' | 'year-range' | 'age-range' } & Range)
  /** `bareWord` = the code as a word, if it was not marked as a code. */
  | { kind: 'postal-code'; code: string; bareWord: SearchWord | null }
  | { kind: NameKind; name: SearchName; words: SearchWord[] }
  | { kind: 'phrase'; words: string[] }
  | { kind: 'prefix' | 'word'; word: SearchWord };

/** A term and how it was understood. */
export type Term = Meaning & {
  /** What the user typed. */
  text: string;
  /** The search text without it. All other terms are read as before. */
  without(): string;
  /** The search text with another word in its place. */
  replacedBy(word: string): string;
};

export interface ParsedQuery {
  terms: Term[];
  /** What was left out: number of terms beyond the limit, and of parts that were cut to their maximum length. */
  ignored: { terms: number; cut: number };
}

/** A term with its position in its part. */
interface Found {
  meaning: Meaning;
  start: number;
  end: number;
}

/** Longest search text that is read in characters; the rest counts as one term that is left out. */
const maxReadCharacters = 20_000;

/**
 * Parses a search text. Parts are separated by ';' or line breaks. In each part, identifiers, phrases, years, ages,
 * postal codes and the longest names are recognised from left to right; every other word is a term of its own, except
 * stop words beside other terms. All terms must match. Accepts any text and never throws.
 */
export function parseQuery(text: string, names: SearchNames): ParsedQuery {
  const read = text.slice(0, maxReadCharacters);
  const parts: { text: string; found: Found[] }[] = [];
  const ignored = { terms: text.length > read.length ? 1 : 0, cut: 0 };
  let count = 0;
  for (const written of read.split(/[;；\n\r]+/)) {
    const part = written.replace(/\s+/g, ' ').trim();
    if (part === '') continue;
    if (count >= maxSearchTerms) {
      ignored.terms += 1;
      continue;
    }
    const kept = cutPart(part);
    if (kept !== part) ignored.cut += 1;
    const found = readPart(kept, names);
    const taken = found.slice(0, maxSearchTerms - count);
    ignored.terms += found.length - taken.length;
    count += taken.length;
    // Without what is left out, so that it does not come in when another term is removed.
    const text = taken.length < found.length ? kept.slice(0, taken.at(-1)?.end) : kept;
    if (taken.length > 0) parts.push({ text, found: taken });
  }
  const withPart = (changed: string, index: number) =>
    joinParts(parts.map(({ text }, at) => (at === index ? changed : text)));
  const terms = parts.flatMap((part, index) =>
    part.found.map(({ meaning, start, end }) => ({
      ...meaning,
      text: part.text.slice(start, end),
      without: () => withPart(leaveOut(part.text, { found: part.found, at: start, names }), index),
      replacedBy: (word: string) => withPart(part.text.slice(0, start) + word + part.text.slice(end), index),
    })),
  );
  return { terms, ignored };
}

function cutPart(part: string): string {
  // Cut by code units first, so that a huge part costs nothing, then by characters.
  const characters = [...part.slice(0, 2 * maxSearchTermCharacters)];
  return characters.slice(0, maxSearchTermCharacters).join('').trim();
}

/** A part without the term that begins at a position. Its other terms are read as before. */
function leaveOut(text: string, { found, at, names }: { found: Found[]; at: number; names: SearchNames }): string {
  const others = found.filter(({ start }) => start !== at);
  if (others.length === 0) return '';
  const end = found.find(({ start }) => start === at)!.end;
  const meanings = JSON.stringify(others.map(({ meaning }) => meaning));
  // Words may be a name where they have come together.
  const left = [' ', '; '].map((sign) => joinParts(`${text.slice(0, at)}${sign}${text.slice(end)}`.split(';')));
  const same = left.find((each) => {
    const read = each.split(';').flatMap((part) => readPart(part.trim(), names));
    return JSON.stringify(read.map(({ meaning }) => meaning)) === meanings;
  });
  return same ?? others.map((one) => asWord(text.slice(one.start, one.end), one.meaning)).join('; ');
}

/** A term that stands alone: a number that is a word would be a postal code. */
function asWord(written: string, { kind }: Meaning): string {
  return kind === 'word' && /^\d+$/.test(written) ? `"${written}"` : written;
}

function joinParts(parts: string[]): string {
  return parts
    .map((part) =>
      part
        .replace(/\s+/g, ' ')
        .replace(/^[\s,]+|[\s,]+$/g, '')
        .trim(),
    )
    .filter((part) => part !== '')
    .join('; ');
}

/** Signs between terms, but not those before a number that compare ('>= 2010'). */
const between = /^(?:(?![<>≤≥]=?\s*\d)[^\p{L}\p{N}"„“”«»‘‚'])+/u;

function readPart(part: string, names: SearchNames): Found[] {
  const found: Found[] = [];
  let at = 0;
  while (at < part.length) {
    const rest = part.slice(at);
    const gap = between.exec(rest)?.[0].length ?? 0;
    const next = gap > 0 ? gap : readNext(rest, { names, isAlone: at === 0, at, found });
    at += next;
  }
  // Signs alone are a term that finds nothing; '*' is any word.
  if (found.length === 0 && !/^[*\s]*$/.test(part)) {
    return [{ meaning: { kind: 'word', word: { word: '', prefix: false } }, start: 0, end: part.length }];
  }
  const telling = found.filter(({ meaning }) => meaning.kind !== 'word' || !isStopWord(meaning.word.word));
  return telling.length > 0 ? telling : found.slice(0, 1);
}

/** Reads the term at the beginning of a text into `found`. Returns how many characters it takes. */
function readNext(
  rest: string,
  { names, isAlone, at, found }: { names: SearchNames; isAlone: boolean; at: number; found: Found[] },
): number {
  const reading = readFact(rest, isAlone) ?? readName(rest, names) ?? readWord(rest);
  if (reading.found) found.push({ meaning: reading.found, start: at, end: at + reading.length });
  return reading.length;
}

function readFact(rest: string, isAlone: boolean): { found: Meaning; length: number } | null {
  const identifier = readIdentifier(rest);
  if (identifier) return identifier;
  const phrase = readPhrase(rest);
  if (phrase) return { found: { kind: 'phrase', words: phrase.found }, length: phrase.length };
  const years = readYears(rest);
  if (years) {
    const kind = years.found.start === years.found.end ? 'year' : 'year-range';
    return { found: { kind, ...years.found }, length: years.length };
  }
  const ages = readAges(rest);
  if (ages) return { found: { kind: 'age-range', ...ages.found }, length: ages.length };
  const code = readPostalCode(rest, isAlone);
  if (!code) return null;
  const { code: digits, isBare } = code.found;
  const bareWord = isBare ? { word: digits, prefix: false } : null;
  return { found: { kind: 'postal-code', code: digits, bareWord }, length: code.length };
}

/** Words at the beginning of a text, with little between them: at most as many as a name has. */
function leadingWords(rest: string): { words: string[]; end: number; isPrefix: boolean }[] {
  const leading: { words: string[]; end: number; isPrefix: boolean }[] = [];
  const word = /[^\p{L}\p{N}\p{M};"„“”«»]{0,3}([\p{L}\p{N}\p{M}]+)/uy;
  let words: string[] = [];
  let match: RegExpExecArray | null;
  while (leading.length < maxNameWords && (match = word.exec(rest)) !== null) {
    const isPrefix = rest[word.lastIndex] === '*';
    words = [...words, ...foldText(match[1] ?? '').split(' ')];
    leading.push({ words, end: word.lastIndex + (isPrefix ? 1 : 0), isPrefix });
    if (isPrefix) break;
  }
  return leading;
}

function readName(rest: string, names: SearchNames): { found: Meaning; length: number } | null {
  for (const { words, end, isPrefix } of leadingWords(rest).reverse()) {
    const name = isPrefix ? names.findBeginning(words) : names.find(words);
    if (!name) continue;
    const last = words.length - 1;
    const asked = words.map((word, index) => ({ word, prefix: isPrefix && index === last }));
    return { found: { kind: name.kind, name, words: asked }, length: end };
  }
  return null;
}

/** One word. Signs that are no word are passed over, with no meaning. */
function readWord(rest: string): { found: Meaning | null; length: number } {
  const [first] = leadingWords(rest);
  const word = first?.words.join('') ?? '';
  if (!first || word === '') return { found: null, length: /^[\s\S][\p{M}]*/u.exec(rest)?.[0].length ?? 1 };
  return {
    found: { kind: first.isPrefix ? 'prefix' : 'word', word: { word, prefix: first.isPrefix } },
    length: first.end,
  };
}
