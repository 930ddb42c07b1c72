import type { correctSpelling } from './correct-spelling';
import { foldUnit, type Lexicon, trialWord } from './read-concepts';
import { maxCharacters, splitHeader, type Token } from './split-header';

/** One way to read a header: its words, and the possible units of the rest. */
export interface Reading {
  tokens: Token[];
  /** Units as spelled in the header; null if it states none. */
  units: readonly string[] | null;
}

export interface ReadHeader {
  readings: Reading[];
  /** Codes explained in the header: '(1 = male, 2 = female)'. */
  codes: Record<string, string> | null;
}

/** Maximum number of words in a unit at the end of a header: 'beats per minute'. */
const unitWords = 3;

/** Codes after this many characters are ignored. Own estimate: room for those of a codebook. */
const maxWithCodes = 2000;
/** Codes without their meaning: '(1/2)'. */
const listedCodes = /\(\s*\d{1,2}(?:\s*[/,;|]\s*\d{1,2})+\s*\)/g;

/** How the lines of a heading over several lines are joined. */
const lineJoin = / \/ /g;

/** A unit within a text: 'jump in cm, 2nd trial'. */
const inUnit = /(?<=\s)in\s+([^\s,;:()[\]]+)/giu;

/**
 * Returns all ways to read a header. A unit may be in brackets, follow 'in', or be at the end after a space or
 * punctuation. Because 'min' in '6-Min' may also be part of the name, the whole header is one of the readings. With
 * `correct`, it is read with typing errors corrected, and not at all if there are none.
 */
export function readHeader(header: string, lexicon: Lexicon, correct?: typeof correctSpelling): ReadHeader {
  const text = header.slice(0, maxWithCodes).normalize('NFC').replace(lineJoin, ' , ');
  const codes = explainedCodes(text);
  const plain = (codes ? withoutCodes(text, codes) : text).slice(0, maxCharacters);
  const split = splitHeader(plain).flatMap((token) => splitCompound(token, lexicon));
  const whole = correct ? correct(split, lexicon) : split;
  if (!whole) return { readings: [], codes: null };
  const readings: Reading[] = [{ tokens: whole, units: null }];
  if (!correct && /\p{Lu}{2,}\p{Ll}/u.test(plain)) readings.push({ tokens: splitHeader(plain, 'apart'), units: null });
  for (const { from, to, unit } of unitParts(plain, whole)) {
    const units = lexicon.units.get(foldUnit(unit));
    if (units) readings.push({ tokens: outside(whole, from, to), units });
  }
  for (let words = 1; words <= unitWords && words < whole.length; words += 1) {
    const from = whole[whole.length - 1 - words]?.end ?? 0;
    const tail = plain.slice(from).replace(/^[\s_\-.,:;()[\]]+|(?<![\s)\].])[\s)\].]+$/g, '');
    const units = isSize(whole.slice(0, whole.length - words), plain, lexicon)
      ? null
      : (lexicon.units.get(foldUnit(tail)) ?? lexicon.units.get(foldUnit(tail.replace(/^\//, ''))));
    if (units) readings.push({ tokens: outside(whole, from, plain.length), units });
  }
  return { readings: readings.filter(({ tokens }) => tokens.length > 0), codes: codes?.codes ?? null };
}

/** A part of a header that may be a unit. */
interface UnitPart {
  from: number;
  to: number;
  unit: string;
}

/** Parts before the end of a header that may be units: in brackets, after 'in', in a line of their own, or a word. */
function unitParts(text: string, tokens: readonly Token[]): UnitPart[] {
  const part = ({ from, to }: { from: number; to: number }, unit = text.slice(from, to)) => ({ from, to, unit });
  return [
    ...bracketed(text).map((found) => part(found, text.slice(found.from + 1, found.to - 1))),
    ...[...text.matchAll(inUnit)].map(({ index, 0: phrase, 1: unit }) =>
      part({ from: index, to: index + phrase.length }, unit),
    ),
    ...segments(text).map((found) => part(found)),
    ...innerWords(tokens, text).map(({ start, end }) => part({ from: start, to: end })),
  ];
}

/** The lines of a heading over several lines, without its last one, which is read as the end of the header. */
function segments(text: string): { from: number; to: number }[] {
  const joins = [...text.matchAll(/ , /g)].map(({ index }) => index);
  return joins
    .map((to, i) => ({ from: i === 0 ? 0 : (joins[i - 1] ?? 0) + 3, to }))
    .filter(({ to }) => to < text.length);
}

/** A letter in snake case, as in 'dash_s_mean'. */
const letterApart = /_\p{Ll}$/u;

/**
 * Words that may be a unit in the middle of a name, as in 'grip_kg_right': not a letter, unless in snake case, and not
 * 'min' for minimum.
 */
function innerWords(tokens: readonly Token[], header: string): Token[] {
  return tokens.filter(
    ({ text, isNumber, end }, at) =>
      at > 0 &&
      at < tokens.length - 1 &&
      !isNumber &&
      (text.length > 1 || letterApart.test(header.slice(0, end))) &&
      text !== 'min' &&
      !tokens[at - 1]?.isNumber,
  );
}

/** Whether a unit directly follows a number that is no trial, as in 'RB 6 cm': it is the size of something. */
function isSize(before: readonly Token[], text: string, { phrases }: Lexicon): boolean {
  const [previous, number] = before.slice(-2);
  if (!number?.isNumber || !/^\s*\p{L}/u.test(text.slice(number.end))) return false;
  return !(phrases.get(previous?.text ?? '') ?? []).some(({ concept }) => concept === trialWord);
}

function outside(tokens: Token[], from: number, to: number): Token[] {
  return tokens.filter(({ start, end }) => end <= from || start >= to);
}

function bracketed(text: string): { from: number; to: number }[] {
  return [...text.matchAll(/\([^()]*\)|\[[^[\]]*\]/g)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
}

/** The header without its codes; their words, if there is nothing else: 'm = 1, w = 2'. */
function withoutCodes(text: string, { from, to }: { from: number; to: number }): string {
  const rest = blank(text, from, to).replace(listedCodes, spaces);
  return /[\p{L}\d]/u.test(rest) ? rest : text.replace(/\d/g, ' ');
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + spaces(text.slice(from, to)) + text.slice(to);
}

function spaces({ length }: string): string {
  return ' '.repeat(length);
}

/** Forms in which codes are explained: '1 = male', 'male: 1', and with one letter 'm1'. */
const explanations = [
  /(?<!\d)(?<code>\d{1,2})\s*[=:]\s*(?<word>\p{L}+)/gu,
  /(?<!\p{L})(?<word>\p{L}+)\s*[=:]\s*(?<code>\d{1,2})(?!\d)/gu,
  /(?<!\p{L})(?<word>[mfw])(?<code>\d)(?!\d)/giu,
];

/** At least two codes with their words, as in 'sex (1=m, 2=f)' or 'Geschlecht: weiblich = 0, männlich = 1'. */
function explainedCodes(text: string): { codes: Record<string, string>; from: number; to: number } | null {
  for (const explanation of explanations) {
    const found = [...text.matchAll(explanation)];
    const first = found[0];
    const last = found.at(-1);
    if (!first || !last || found.length < 2) continue;
    const codes = Object.fromEntries(found.map(({ groups }) => [groups?.code ?? '', groups?.word ?? '']));
    return { codes, from: first.index, to: last.index + last[0].length };
  }
  return null;
}

/** Results of several trials, as they are glued to abbreviations: 'SHHMW', 'Rmax'. */
const glued = /^(?<head>.+)(?<tail>max|best|mw|mean|sum)$/;

/** Splits a compound if both parts are known words: 'Handkraftlinks', 'Altersgruppe'. */
function splitCompound(token: Token, { phrases, words }: Lexicon): Token[] {
  const { text, isNumber } = token;
  if (isNumber || phrases.has(text) || words.has(text)) return [token];
  const { head: short = '', tail: result = '' } = glued.exec(text)?.groups ?? {};
  if (phrases.has(short)) {
    return [
      { ...token, text: short, shortened: null },
      { ...token, text: result },
    ];
  }
  if (text.length < 8) return [token];
  // For 'sitandreach', because phrases contain '&' for 'and'.
  const signed = text.replace(/and|und/, '&');
  if (phrases.has(signed)) return [{ ...token, text: signed }];
  const isWord = (part: string) => words.has(part) || phrases.has(part);
  for (let at = text.length - 3; at >= 4; at -= 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    if (!isWord(tail)) continue;
    const base = isWord(head) ? head : head.replace(/s$/, '');
    if (base.length < 4 || !isWord(base)) continue;
    // Both parts get the position of the whole word, because umlauts were replaced by two letters.
    return [
      { ...token, text: base, shortened: null },
      { ...token, text: tail },
    ];
  }
  return [token];
}
