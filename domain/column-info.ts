import { z } from 'zod';

/** What a file says about one of its columns, beside its name and cells: from SPSS files. */
export const ColumnInfoSchema = z.object({
  /** Long name in words (SPSS variable label). */
  label: z.string().optional(),
  /** Words of coded values: '1' -> 'male'. Keys are cells as text. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  /**
   * Values that count as missing although cells hold them. Bounds of ranges are written as the cells are,
   * both included; null = unbounded.
   */
  missing: z
    .object({
      values: z.array(z.string()),
      ranges: z.array(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
    })
    .optional(),
  /** What the cells mean. Dates and times are ISO 8601 text, a duration is 'hh:mm:ss' with hours beyond 24. */
  kind: z.enum(['text', 'number', 'date', 'datetime', 'time', 'duration']),
});
export type ColumnInfo = z.infer<typeof ColumnInfoSchema>;

/** What a column of a file holds, measured once when the file is read. */
export const ColumnMeasuresSchema = z.object({
  /** 'number' and 'date' where nearly every filled cell is one; 'empty' where none is filled. */
  kind: z.enum(['number', 'date', 'text', 'empty']),
  /** Decimal sign that its numbers are written with; null where none has a fraction. */
  decimal: z.enum(['.', ',']).nullable(),
  /** Cells that hold something, and those of them that are numbers. */
  filled: z.number().int(),
  numbers: z.number().int(),
  missing: z.number().int(),
  /** Different values of filled cells; of long tables an estimate, mostly within 5 percent. */
  distinct: z.number().int(),
  distinctIsExact: z.boolean(),
  /** Of numbers, as decimals with a point, and of dates, as ISO 8601; null for texts. */
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** Of numbers; of long tables that of rows at equal distances. */
  median: z.string().nullable(),
  medianIsExact: z.boolean(),
});
export type ColumnMeasures = z.infer<typeof ColumnMeasuresSchema>;

/**
 * What a column holds: answer of `GET api/fileupload/{id}/summary?table=&from=&to=&exact=` (ours), one for each
 * column from place `from` up to, not including, `to`.
 */
export const ColumnSummarySchema = z.object({
  name: z.string(),
  /** Null for a file that was read before columns were measured. */
  measures: ColumnMeasuresSchema.nullable(),
  /** Long name of the column, where the file gives one. */
  label: z.string().nullable(),
  /** Words of coded values, where the file gives some. */
  valueLabels: z.record(z.string(), z.string()).nullable(),
});
export type ColumnSummary = z.infer<typeof ColumnSummarySchema>;
