import type { Lexicon } from './read-concepts';
import type { Token } from './split-header';

/** Shortest word with a typing error. Own estimate. */
const minCharacters = 7;

/**
 * A header whose unknown words are replaced by the only known word that differs in one typing error: two letters
 * swapped, one doubled or one missing. A wrong letter makes another word: 'Seilspringen' is not 'Seitspringen', nor is
 * 'Gesicht' a 'Gewicht'. Null if nothing is corrected.
 */
export function correctSpelling(tokens: readonly Token[], { words, phrases }: Lexicon): Token[] | null {
  let isCorrected = false;
  const corrected = tokens.map((token) => {
    const { text, isNumber } = token;
    if (isNumber || text.length < minCharacters || words.has(text) || phrases.has(text)) return token;
    const similar = [...words].filter((word) => isOneErrorAway(text, word));
    const [only] = similar;
    if (only === undefined || similar.length > 1) return token;
    isCorrected = true;
    return { ...token, text: only };
  });
  return isCorrected ? corrected : null;
}

/** First and last letters must agree: they make other words and other forms ('Klassen'). */
function isOneErrorAway(text: string, word: string): boolean {
  if (Math.abs(text.length - word.length) > 1 || text[0] !== word[0] || text.at(-1) !== word.at(-1)) return false;
  let at = 0;
  while (at < text.length && text[at] === word[at]) at += 1;
  if (text.length > word.length) return text[at] === text[at - 1] && text.slice(at + 1) === word.slice(at);
  if (text.length < word.length) return text.slice(at) === word.slice(at + 1);
  return text[at] === word[at + 1] && text[at + 1] === word[at] && text.slice(at + 2) === word.slice(at + 2);
}
