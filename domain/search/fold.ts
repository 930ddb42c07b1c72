/**
 * Folds a text for searching and comparing: lower case, 'ä' as 'a' and 'ß' as 'ss', marks stripped,
 * everything else than letters and digits to single blanks, trimmed. 'Größe – S&R' gives 'grosse s r'.
 */
export function foldText(text: string): string {
  return (
    text
      // Compatibility form: 'ﬁ' becomes 'fi', 'é' an 'e' with its mark, which is then dropped.
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}
