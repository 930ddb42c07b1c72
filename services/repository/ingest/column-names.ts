import path from 'node:path';

import { columnLetters } from '@domain/column-letters';

const maxNameCharacters = 300;

/**
 * Unique column names from header cells. White space is collapsed, empty names become column letters, and
 * repeated names are numbered ('height (2)').
 */
export function uniqueColumnNames(header: (string | null)[]): string[] {
  return uniqueNames(header.map((cell, i) => cleanName(cell ?? '') || `Column ${columnLetters(i)}`));
}

/** Addresses cannot contain the first two, and objects cannot have the last as a key. */
const unusableNames = new Set(['', '.', '..', '__proto__']);

/** Unique table names. Empty, unusable and repeated names are numbered. */
export function uniqueTableNames(names: string[]): string[] {
  return uniqueNames(names.map((name, i) => usableName(cleanName(name), i)));
}

/** Name of the only table of a file: that of the file without its extension. */
export function onlyTableName(fileName: string): string {
  return usableName(path.parse(fileName).name, 0);
}

function usableName(name: string, position: number): string {
  return unusableNames.has(name) ? `Table ${position + 1}` : name;
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

/** Collapses white space and shortens a name. */
export function cleanName(cell: string): string {
  return cell
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, maxNameCharacters)
    .trim();
}
