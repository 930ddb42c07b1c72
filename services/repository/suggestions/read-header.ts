import { foldUnit, type Lexicon } from './read-concepts';
import { splitHeader, type Token } from './split-header';

/** One way to read a header: its words, and the units that the rest may stand for. */
export interface Reading {
  tokens: Token[];
  /** Units spelled as the header has it; null when none is named. */
  units: readonly string[] | null;
}

export interface ReadHeader {
  readings: Reading[];
  /** Codes that the header explains: '(1 = male, 2 = female)'. */
  codes: Record<string, string> | null;
}

/** Longest unit at the end of a header, in words: 'beats per minute'. */
const unitWords = 3;

/**
 * The ways to read a header. A unit may stand in brackets anywhere or at the end after 'in', a blank or
 * a sign; as 'min' in '6-Min' may also be part of the name, the header as a whole is a reading too.
 */
export function readHeader(header: string, lexicon: Lexicon): ReadHeader {
  const text = header.normalize('NFC').replace(/ \/ /g, ' , ');
  const codes = explainedCodes(text);
  const plain = codes ? blank(text, codes.from, codes.to) : text;
  const whole = splitHeader(plain).flatMap((token) => splitCompound(token, lexicon));
  const readings: Reading[] = [{ tokens: whole, units: null }];
  for (const { from, to } of bracketed(plain)) {
    const units = lexicon.units.get(foldUnit(plain.slice(from + 1, to - 1)));
    if (units) readings.push({ tokens: outside(whole, from, to), units });
  }
  for (let words = 1; words <= unitWords && words < whole.length; words += 1) {
    const from = whole[whole.length - 1 - words]?.end ?? 0;
    const tail = plain.slice(from).replace(/^[\s_\-.,:;()[\]]+|[\s)\].]+$/g, '');
    const units = lexicon.units.get(foldUnit(tail));
    if (units) readings.push({ tokens: outside(whole, from, plain.length), units });
  }
  return { readings: readings.filter(({ tokens }) => tokens.length > 0), codes: codes?.codes ?? null };
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

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

/** At least two codes with their words, as in 'sex (1=m, 2=f)' or 'Geschlecht: 0 = weiblich; 1 = männlich'. */
function explainedCodes(text: string): { codes: Record<string, string>; from: number; to: number } | null {
  const found = [...text.matchAll(/(?<!\d)(\d{1,2})\s*[=:]\s*(\p{L}+)/gu)];
  const first = found[0];
  const last = found.at(-1);
  if (!first || !last || found.length < 2) return null;
  const codes = Object.fromEntries(found.map(([, code = '', word = '']) => [code, word]));
  return { codes, from: first.index, to: last.index + last[0].length };
}

/** A compound is its parts when both are known words: 'Handkraftlinks', 'Altersgruppe'. */
function splitCompound(token: Token, { phrases, words }: Lexicon): Token[] {
  const { text, isNumber, start, end } = token;
  if (isNumber || text.length < 8 || phrases.has(text) || words.has(text)) return [token];
  const isWord = (part: string) => words.has(part) || phrases.has(part);
  for (let at = text.length - 3; at >= 4; at -= 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    if (!isWord(tail)) continue;
    const base = isWord(head) ? head : head.replace(/s$/, '');
    if (base.length < 4 || !isWord(base)) continue;
    // The letters' places are lost where umlauts were written out: both parts stand for the whole word.
    return [
      { text: base, isNumber, start, end },
      { text: tail, isNumber, start, end },
    ];
  }
  return [token];
}
