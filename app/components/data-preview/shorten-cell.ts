/** Characters of a cell that a preview shows: enough to know a text by, and a page of them stays light. */
const maxCellCharacters = 200;

/** The text of a cell, or its beginning. */
export function shortenCell(text: string): string {
  if (text.length <= maxCellCharacters) return text;
  const characters = [...text.slice(0, 2 * maxCellCharacters)];
  return characters.length > maxCellCharacters ? `${characters.slice(0, maxCellCharacters - 1).join('')}…` : text;
}
