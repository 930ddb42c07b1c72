import { z } from 'zod';

import { chosenHeaderRow, type ParseOptions, ParseOptionsSchema } from '@domain/api/readings';
import { maxHeaderRow } from '@domain/limits';
import { type Entries, entryValue } from '~/forms/form-entries';

/** Values of the selects by name; '' = automatic. */
export interface ReadingValues {
  encoding: string;
  separator: string;
  decimal: string;
  dateOrder: string;
  headerRow: string;
}

const readingNames = ['encoding', 'separator', 'decimal', 'dateOrder', 'headerRow'] as const;

/** Whether a field of a form is one of these selects. */
export function isReadingName(name: string): boolean {
  return readingNames.some((known) => known === name);
}

/** Values of the selects for one table of a file. */
export function readingValues(choices: ParseOptions, table: string): ReadingValues {
  const { encoding, separator, decimal, dateOrder } = choices;
  return {
    encoding: encoding ?? '',
    separator: separator ?? '',
    decimal: decimal ?? '',
    dateOrder: dateOrder ?? '',
    headerRow: String(chosenHeaderRow(choices, table) ?? ''),
  };
}

/** Values of a posted or drafted form; null if it had no selects. */
export function postedReading(entries: Entries): ReadingValues | null {
  if (!entries.some(([name]) => name === 'headerRow')) return null;
  const value = (name: keyof ReadingValues) => entryValue(entries, name);
  return {
    encoding: value('encoding'),
    separator: value('separator'),
    decimal: value('decimal'),
    dateOrder: value('dateOrder'),
    headerRow: value('headerRow'),
  };
}

/** Entries without these selects. */
export function withoutReading<Entry extends Entries[number]>(entries: readonly Entry[]): Entry[] {
  return entries.filter(([name]) => !isReadingName(name));
}

/** The posted selects; '' becomes null, which is automatic. */
export const ReadingFormSchema = z.object({
  encoding: ParseOptionsSchema.shape.encoding.default(null),
  separator: ParseOptionsSchema.shape.separator.default(null),
  decimal: ParseOptionsSchema.shape.decimal.default(null),
  dateOrder: ParseOptionsSchema.shape.dateOrder,
  headerRow: z.number().int().min(0).max(maxHeaderRow).nullable().default(null),
});

/** Parse options of the whole file, with the posted choices for one of its tables. */
export function chooseReading(
  { headerRows }: ParseOptions,
  table: string,
  { headerRow, ...chosen }: z.output<typeof ReadingFormSchema>,
): ParseOptions {
  const others = Object.entries(headerRows).filter(([name]) => name !== table);
  return { ...chosen, headerRows: Object.fromEntries(headerRow === null ? others : [...others, [table, headerRow]]) };
}
