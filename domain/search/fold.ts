/** Letters that Unicode does not take apart, as they are written without their strokes. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Folds a text for searching and comparing: lower case, 'ä' as 'a', 'ø' as 'o' and 'ß' as 'ss', without accents,
 * everything except letters and digits as single spaces, trimmed. 'Größe – S&R' becomes 'grosse s r'.
 */
export function foldText(text: string): string {
  return (
    text
      // Compatibility decomposition: 'ﬁ' becomes 'fi', 'é' an 'e' and an accent, which is then removed.
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßøłđðħıþæœ]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

/** Shorter words are rather names ('Doe') or English ('does', 'blue') than German with an umlaut. */
const minDigraphCharacters = 5;

/**
 * A folded word with 'ae', 'oe' and 'ue' as their umlauts are folded: 'taegliche' becomes 'tagliche'. Texts and searches
 * are both changed this way, so that it does not matter that 'aerobic' becomes 'arobic'. After a vowel or 'q', 'ue'
 * is no umlaut ('neue', 'frequent').
 */
export function foldDigraphs(word: string): string {
  if (word.length < minDigraphCharacters) return word;
  return word.replace(/ae|oe|(?<![aeiouq])ue/g, (digraph) => digraph[0]!);
}
