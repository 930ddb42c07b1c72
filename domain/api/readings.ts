import { z } from 'zod';

import { maxHeaderRow } from '../limits';
import { CsvDialectSchema, FileStateSchema, SentenceSchema } from './uploads';

/** How the owner wants a file to be read; null = as it seems best. Only `headerRows` concerns workbooks. */
export const ReadingChoicesSchema = z.object({
  encoding: CsvDialectSchema.shape.encoding.nullable(),
  separator: CsvDialectSchema.shape.separator.nullable(),
  decimal: CsvDialectSchema.shape.decimal.nullable(),
  /**
   * By name of table: the row in which the header begins, as a spreadsheet program numbers rows (blank
   * ones count); 0 = no header, every row is data. In tables that are not named it is looked for.
   */
  headerRows: z.record(z.string().max(500), z.number().int().min(0).max(maxHeaderRow)),
});
export type ReadingChoices = z.infer<typeof ReadingChoicesSchema>;
export const noChoices: ReadingChoices = { encoding: null, separator: null, decimal: null, headerRows: {} };

/** Part of a file that became no table: a sheet that is hidden, blank, no table, or has no rows below its header. */
export const SkippedTableSchema = z.object({
  name: z.string(),
  reason: z.enum(['hidden', 'empty', 'no-rows', 'not-a-table']),
});
export type SkippedTable = z.infer<typeof SkippedTableSchema>;

/** The top of a table as it stands in the file, and what of it was taken for the header. */
export const TableTopSchema = z.object({
  /** Row in which the header begins, from 1; 0 = there is none. */
  headerRow: z.number().int(),
  /** Row in which the data begin, from 1. */
  firstRow: z.number().int(),
  /** Beginnings of the first rows: their filled cells, joined by '; ' and cut. '' for a blank row. */
  rows: z.array(z.string()),
});
export type TableTop = z.infer<typeof TableTopSchema>;

/** Which choices change anything: all, the header rows alone, or none (files of SPSS). */
export const ChoiceScopeSchema = z.enum(['text', 'header', 'none']);
export type ChoiceScope = z.infer<typeof ChoiceScopeSchema>;

/**
 * Answer of `GET api/fileupload/{id}/reading` (ours): how a file was read and what can be chosen about it.
 */
export const FileReadingSchema = z.object({
  state: FileStateSchema,
  scope: ChoiceScopeSchema,
  /** As it was read; null where it was not, and for files of Excel and SPSS. */
  dialect: CsvDialectSchema.nullable(),
  choices: ReadingChoicesSchema,
  /** Why reading by these choices failed, when the tables are those of the reading before. */
  failure: SentenceSchema.nullable(),
  /** Of a csv file that choices may mend, the one table it would have. */
  tables: z.array(
    z.object({
      name: z.string(),
      /** Null for files that name their columns, and those read before the top was kept. */
      top: TableTopSchema.nullable(),
      /** Columns whose name is not that of the file: `header` is empty, or another column has it. */
      renamed: z.array(z.object({ letters: z.string(), header: z.string(), name: z.string() })),
    }),
  ),
  skipped: z.array(SkippedTableSchema),
  /** First lines of a csv file that could not be read, in the encoding chosen or guessed; else empty. */
  beginning: z.array(z.string()),
});
export type FileReading = z.infer<typeof FileReadingSchema>;
