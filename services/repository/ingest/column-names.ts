import { columnLetters } from '@domain/column-letters';

/** Longest column name that is kept. */
const maxNameCharacters = 300;

/**
 * Names of columns from header cells: white space made single, empty ones after their letters, repeated
 * ones counted ('height (2)'), so that a name tells one column.
 */
export function uniqueColumnNames(header: (string | null)[]): string[] {
  return uniqueNames(header.map((cell, i) => cleanName(cell ?? '') || `Column ${columnLetters(i)}`));
}

/** Names of a file's tables: as they stand there, empty ones counted, repeated ones too. */
export function uniqueTableNames(names: string[]): string[] {
  return uniqueNames(names.map((name, i) => cleanName(name) || `Table ${i + 1}`));
}

function uniqueNames(wanted: string[]): string[] {
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

/** A name with white space made single and cut. */
export function cleanName(cell: string): string {
  return cell
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, maxNameCharacters)
    .trim();
}
