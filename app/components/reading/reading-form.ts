import { ParseOptionsSchema, type ParseOptions } from '@domain/api/readings';

import { entryValue, type Entries } from '~/forms/form-entries';

/** Values of the selects by their names; '' = automatic. */
export interface ReadingValues {
  encoding: string;
  separator: string;
  decimal: string;
  headerRow: string;
}

const readingNames = ['encoding', 'separator', 'decimal', 'headerRow'] as const;

/** Whether a field of a form is one of the selects. */
export function isReadingName(name: string): boolean {
  return readingNames.some((known) => known === name);
}

/** What the selects show for one table of a file. */
export function readingValues(
  { encoding, separator, decimal, headerRows }: ParseOptions,
  table: string,
): ReadingValues {
  return {
    encoding: encoding ?? '',
    separator: separator ?? '',
    decimal: decimal ?? '',
    headerRow: String(headerRows[table] ?? ''),
  };
}

/** Values of a form that was posted or drafted; null when the selects were not in it. */
export function postedReading(entries: Entries): ReadingValues | null {
  if (!entries.some(([name]) => name === 'headerRow')) return null;
  const value = (name: keyof ReadingValues) => entryValue(entries, name);
  return {
    encoding: value('encoding'),
    separator: value('separator'),
    decimal: value('decimal'),
    headerRow: value('headerRow'),
  };
}

/** Entries without the choices of how the file is read. */
export function withoutReading<Entry extends Entries[number]>(entries: readonly Entry[]): Entry[] {
  return entries.filter(([name]) => !isReadingName(name));
}

/** The choices with those of the selects for one table; null when a value is none that they offer. */
export function chooseReading(
  former: ParseOptions,
  table: string,
  { encoding, separator, decimal, headerRow }: ReadingValues,
): ParseOptions | null {
  const others = Object.entries(former.headerRows).filter(([name]) => name !== table);
  const headerRows = Object.fromEntries(headerRow === '' ? others : [...others, [table, Number(headerRow)]]);
  const chosen = ParseOptionsSchema.safeParse({
    encoding: encoding || null,
    separator: separator || null,
    decimal: decimal || null,
    headerRows,
  });
  return chosen.success ? chosen.data : null;
}
