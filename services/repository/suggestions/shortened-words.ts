import type { Span } from './cover-header';
import type { Lexicon, WholePhrase } from './read-concepts';
import { joinTokens, type Token } from './split-header';

/**
 * Letters that must at least be left, and their share: of one cut word, of several words that support each other, and
 * if letters within a word are left out, as in 'RUMPFBGE'. Own estimates, by what thousands of other words give.
 */
const left = {
  one: { letters: 5, share: 0.6 },
  several: { letters: 4, share: 0.5 },
  contracted: { letters: 6, share: 0.7 },
};
/** A header with more shortened words is a sentence. Own estimate. */
const maxShortened = 4;
/** Nobody shortens a word by fewer letters. */
const minMissing = 2;

/**
 * Phrases whose words are shortened: 'Standweitspr.', 'Kl.stufe', 'Bal. rückw.', and 'RUMPFBGE' of eight letters. They
 * are not certain: whoever uses them must see that nothing else fits.
 */
export function findShortened(tokens: readonly Token[], lexicon: Lexicon): Span[] {
  const isCut = tokens.map(({ text, shortened }) => shortened !== null && !isWhole(text, lexicon));
  const shortened = isCut.filter(Boolean).length;
  if (shortened === 0 || shortened > maxShortened) return [];
  const isSupported = tokens.filter(({ isNumber }) => !isNumber).length > 1;
  const spans: Span[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + lexicon.maxWords); to += 1) {
      if (!isCut.slice(from, to).includes(true)) continue;
      const part = tokens.slice(from, to).map((token, i) => ({ ...token, isCut: isCut[from + i] ?? false }));
      const { length: characters } = joinTokens(part);
      for (const concept of conceptsOf(part, isSupported, lexicon)) {
        spans.push({ from, to, concept, isAbbreviation: true, characters });
      }
    }
  }
  return spans;
}

interface Part extends Token {
  isCut: boolean;
}

/** Whether a word means something as it is. */
function isWhole(text: string, { phrases }: Lexicon): boolean {
  return (phrases.get(text) ?? []).some(({ isAbbreviation }) => !isAbbreviation);
}

/** Meanings of the phrases that begin like the words or, if there are none, have their letters in the same order. */
function conceptsOf(part: readonly Part[], isSupported: boolean, { wholePhrases, words }: Lexicon): Set<string> {
  const letters = joinTokens(part);
  const known = wholePhrases.get(letters.charAt(0)) ?? [];
  const find = ({ letters: min, share }: typeof left.one, start: string, patternOf: (word: Part) => string) => {
    const likely = known.filter(
      ({ joined }) =>
        letters.length >= Math.max(min, joined.length * share) &&
        letters.length <= joined.length - minMissing &&
        joined.startsWith(start),
    );
    if (likely.length === 0) return [];
    const pattern = new RegExp(`^${part.map(patternOf).join('s? ?')}$`);
    return likely.filter(({ text }) => pattern.test(text));
  };
  const begun = find(isSupported ? left.several : left.one, part[0]?.text ?? '', ({ text, isCut }) =>
    isCut ? `${[...text].join(' ?')}[a-z]*` : escape(text),
  );
  if (isWordOfCompound(part, begun, words)) return new Set();
  const meant =
    begun.length > 0
      ? begun
      : find(left.contracted, '', ({ text, isCut }) => (isCut ? [...text].join('[a-z]*') : escape(text)));
  return new Set(meant.map(({ concept }) => concept));
}

/** Without a dot, 'Medizin' is a word of its own and not cut off 'Medizinball'. */
function isWordOfCompound([only, ...others]: readonly Part[], begun: WholePhrase[], words: Lexicon['words']): boolean {
  if (!only || others.length > 0 || only.shortened !== 'length') return false;
  return begun.some(({ text }) => words.has(text.slice(only.text.length).replace(/^s/, '')));
}

function escape(text: string): string {
  return text.replace(/[^a-z\d]/g, '\\$&');
}
