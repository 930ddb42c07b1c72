import { z } from 'zod';

/** Information from the file about a column, beyond its name and cells. Only SPSS files have it. */
export const ColumnInfoSchema = z.object({
  /** Long name (SPSS variable label). */
  label: z.string().optional(),
  /** Labels of coded values: '1' -> 'male'. Keys are cells as text. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  /** Values that count as missing. The ends of ranges are written like the cells and are included; null = unbounded. */
  missing: z
    .object({
      values: z.array(z.string()),
      ranges: z.array(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
    })
    .optional(),
  /** Meaning of the cells. Dates and times are ISO 8601 texts; a duration is 'hh:mm:ss' and may exceed 24 hours. */
  kind: z.enum(['text', 'number', 'date', 'datetime', 'time', 'duration']),
});
export type ColumnInfo = z.infer<typeof ColumnInfoSchema>;

/** How the dates of a column are read. */
export const DateReadingSchema = z.object({
  order: z.enum(['day-first', 'month-first']),
  /**
   * What decided the order: days above 12 in the column, a form that is only written one way (dots, names of months),
   * the other columns of the table, the language of the file, its owner, or nothing.
   */
  by: z.enum(['values', 'form', 'columns', 'language', 'choice', 'nothing']),
  /** The year in the middle of its dates if some have years of two digits, otherwise null. */
  middleYear: z.number().int().nullable(),
  /** Year in which numbered days begin. */
  epoch: z.union([z.literal(1900), z.literal(1904)]),
});
export type DateReading = z.infer<typeof DateReadingSchema>;

/** Figures about the contents of a column, computed once when the file is read. */
export const ColumnMeasuresSchema = z.object({
  /** 'number' or 'date' if nearly all filled cells are; 'empty' if none is filled. */
  kind: z.enum(['number', 'date', 'text', 'empty']),
  /** Decimal sign of its numbers; null if none has a fraction, or if the column was not one of numbers with all its rows. */
  decimal: z.enum(['.', ',']).nullable(),
  /** Number of filled cells, and how many of them are numbers. */
  filled: z.number().int(),
  numbers: z.number().int(),
  missing: z.number().int(),
  /** Number of distinct values of filled cells; in long tables an estimate, mostly within 5 percent. */
  distinct: z.number().int(),
  distinctIsExact: z.boolean(),
  /** Numbers are decimals with a point, dates are ISO 8601; null for texts. */
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** Median of the numbers; in long tables that of an evenly spaced sample of rows. */
  median: z.string().nullable(),
  medianIsExact: z.boolean(),
  /** Missing if it has no dates whose reading had to be decided. */
  dates: DateReadingSchema.optional(),
});
export type ColumnMeasures = z.infer<typeof ColumnMeasuresSchema>;

/**
 * Contents of a column. Response of `GET api/fileupload/{id}/summary?table=&from=&to=&exact=` (not in the spec): one
 * entry per column from index `from` up to, but not including, `to`.
 */
export const ColumnSummarySchema = z.object({
  name: z.string(),
  /** Null for a file that was read before columns were measured. */
  measures: ColumnMeasuresSchema.nullable(),
  /** Whether only rows that are data were measured. */
  ofData: z.boolean().default(false),
  /** Long name of the column, if the file has one. */
  label: z.string().nullable(),
  /** Labels of coded values, if the file has them. */
  valueLabels: z.record(z.string(), z.string()).nullable(),
});
export type ColumnSummary = z.infer<typeof ColumnSummarySchema>;
