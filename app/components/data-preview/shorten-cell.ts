/** Maximum length of a cell in a preview. Enough to recognise a text, and it keeps the page small. */
const maxCellCharacters = 200;

/** Cuts the text of a cell to the maximum length. */
export function shortenCell(text: string): string {
  if (text.length <= maxCellCharacters) return text;
  const characters = [...text.slice(0, 2 * maxCellCharacters)];
  return characters.length > maxCellCharacters ? `${characters.slice(0, maxCellCharacters - 1).join('')}…` : text;
}
