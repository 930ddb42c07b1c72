/** Word, number or symbol in a header, with its position. */
export interface Token {
  /** Folded: lower case, umlauts as two letters, decimals with a point. */
  text: string;
  isNumber: boolean;
  /** It may be the beginning of a longer word: it has a dot after it, or is in a name cut to a maximum length. */
  shortened: 'dot' | 'length' | null;
  start: number;
  end: number;
}

/** Maximum length of a header or label without explained codes; the rest is ignored. Own estimate, as for the words. */
export const maxCharacters = 200;
const maxTokens = 24;

/** Consecutive capitals are one word ('BMI'); a capital within a word starts a new one ('gripForce'). */
const tokenPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|\p{Lu}+|\p{Lo}+|\d+(?:[.,]\d+)?|[&+%]/gu;

/** Capitals before small letters may also be a word of their own: 'SHHmean'. */
const capitalsFirst = new RegExp(`\\p{Lu}{2,}|${tokenPattern.source}`, 'gu');

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe' };

/** R puts an X before names that begin with a number. */
const namedByR = /^X(?=\d)/;

/** Words that mean the same, by the one they are read as. */
const sameWords = new Map([
  ['+', '&'],
  ['und', '&'],
  ['and', '&'],
  ['metre', 'meter'],
  ['metres', 'meter'],
  ['meters', 'meter'],
  ['yr', 'year'],
  ['dt', 'date'],
]);

/** Text in lower case, with umlauts as two letters and without accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæø]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/**
 * Splits a header into words, numbers and the symbols '&' and '%', including snake case and camel case. With
 * `capitals: 'apart'`, all capitals in a row are a word.
 */
export function splitHeader(header: string, capitals: 'joined' | 'apart' = 'joined'): Token[] {
  const text = header.normalize('NFC').slice(0, maxCharacters).replace(namedByR, ' ');
  return [...text.matchAll(capitals === 'apart' ? capitalsFirst : tokenPattern)].slice(0, maxTokens).map((match) => {
    const folded = foldText(match[0]);
    const isNumber = /^\d/.test(folded);
    return {
      text: isNumber ? String(Number(folded.replace(',', '.'))) : (sameWords.get(folded) ?? folded),
      isNumber,
      shortened: shorteningOf(text, match[0], match.index + match[0].length),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

/** Until version 12, names in SPSS had at most this many characters. */
const maxOldName = 8;
/** Fewer letters of such a name are not believed to be cut: of one word, and of several. Own estimates. */
const minLetters = 6;
const minLettersOfSeveral = 4;

function shorteningOf(text: string, word: string, end: number): Token['shortened'] {
  if (!/^\p{L}+$/u.test(word)) return null;
  if (text[end] === '.') return 'dot';
  const isOldName = text.length <= maxOldName && [text.toUpperCase(), text.toLowerCase()].includes(text);
  const isSupported = /\p{L}[^\p{L}]+\p{L}/u.test(text);
  return isOldName && word.length >= (isSupported ? minLettersOfSeveral : minLetters) ? 'length' : null;
}

/** Joins tokens, so that 'Sit-ups', 'sit ups' and 'situps' are the same. */
export function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('');
}
