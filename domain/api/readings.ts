import { z } from 'zod';

import { DateReadingSchema } from '../column-info';
import { maxHeaderRow } from '../limits';
import { CsvDialectSchema, FileStateSchema, MessageSchema } from './uploads';

/** How the owner wants a file to be read; null = automatic. Workbooks only use `dateOrder` and
 * `headerRows`. */
export const ParseOptionsSchema = z.object({
  encoding: CsvDialectSchema.shape.encoding.nullable(),
  separator: CsvDialectSchema.shape.separator.nullable(),
  decimal: CsvDialectSchema.shape.decimal.nullable(),
  /** Order of day and month in dates such as 4/5/2023; by default as the dates of each column show it. */
  dateOrder: DateReadingSchema.shape.order.nullable().default(null),
  /**
   * Row in which the header begins, by table name, as numbered by a spreadsheet program (empty rows count); 0 = no
   * header, every row is data. In other tables the header is detected.
   */
  headerRows: z.record(z.string().max(500), z.number().int().min(0).max(maxHeaderRow)),
});
export type ParseOptions = z.infer<typeof ParseOptionsSchema>;

/** Header row that was chosen for a table; null if it is detected. Tables may be called 'constructor'. */
export function chosenHeaderRow({ headerRows }: Pick<ParseOptions, 'headerRows'>, table: string): number | null {
  return Object.hasOwn(headerRows, table) ? (headerRows[table] ?? null) : null;
}

export const automaticParsing: ParseOptions = {
  encoding: null,
  separator: null,
  decimal: null,
  dateOrder: null,
  headerRows: {},
};

/**
 * Part of a file that did not become a table: a sheet that is hidden, is empty, has no rows below its header, or is not
 * a table.
 */
export const SkippedTableSchema = z.object({
  name: z.string(),
  reason: z.enum(['hidden', 'empty', 'no-rows', 'not-a-table']),
});
export type SkippedTable = z.infer<typeof SkippedTableSchema>;

/** The first rows of a table in the file, and which of them were taken as the header. */
export const TableTopSchema = z.object({
  /** Row in which the header begins, from 1; 0 = there is none. */
  headerRow: z.number().int(),
  /** Row in which the data begins, from 1. */
  firstRow: z.number().int(),
  /** Beginnings of the first rows: their filled cells, joined with '; ' and shortened. '' for an empty row. */
  rows: z.array(z.string()),
});
export type TableTop = z.infer<typeof TableTopSchema>;

/** Which choices have an effect: all, only the header rows, or none (SPSS files). */
export const ChoiceScopeSchema = z.enum(['text', 'header', 'none']);
export type ChoiceScope = z.infer<typeof ChoiceScopeSchema>;

/** Response of `GET api/fileupload/{id}/reading` (not in the spec): how a file was read and what can be chosen. */
export const ParseResultSchema = z.object({
  state: FileStateSchema,
  scope: ChoiceScopeSchema,
  /** Null if the file was not read, and for Excel and SPSS files. */
  dialect: CsvDialectSchema.nullable(),
  choices: ParseOptionsSchema,
  /** Why reading the file with these choices failed, if the tables are those of the previous attempt. */
  failure: MessageSchema.nullable(),
  /** For a CSV file that could not be read but may be with other choices: the table it would have. */
  tables: z.array(
    z.object({
      name: z.string(),
      /** Null for files that name their columns, and for files read before this was stored. */
      top: TableTopSchema.nullable(),
      /** Columns that were renamed because their `header` is empty or used by another column. */
      renamed: z.array(z.object({ letters: z.string(), header: z.string(), name: z.string() })),
      /** Columns with dates whose order of day and month had to be decided. */
      dated: z.array(DateReadingSchema.pick({ order: true, by: true }).extend({ name: z.string() })).default([]),
    }),
  ),
  skipped: z.array(SkippedTableSchema),
  /** First lines of a CSV file that could not be read, in the chosen or guessed encoding; otherwise empty. */
  beginning: z.array(z.string()),
});
export type ParseResult = z.infer<typeof ParseResultSchema>;
