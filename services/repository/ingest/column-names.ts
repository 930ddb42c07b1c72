import { columnLetters } from '@domain/column-letters';

/** Longest column name that is kept. */
const maxNameCharacters = 300;

/**
 * Names of columns from header cells: white space made single, empty ones after their letters, repeated
 * ones counted ('height (2)'), so that a name tells one column.
 */
export function uniqueColumnNames(header: (string | null)[]): string[] {
  const wanted = header.map((cell, i) => cleanName(cell ?? '') || `Column ${columnLetters(i)}`);
  const taken = new Set(wanted);
  const given = new Set<string>();
  return wanted.map((name) => {
    let unique = name;
    for (let count = 2; given.has(unique) || (unique !== name && taken.has(unique)); count += 1) {
      unique = `${name} (${count})`;
    }
    given.add(unique);
    return unique;
  });
}

function cleanName(cell: string): string {
  return cell
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, maxNameCharacters)
    .trim();
}
