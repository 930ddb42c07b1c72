import { z } from 'zod';

/** Information from the file about a column, beyond its name and cells. Only SPSS files have it. */
export const ColumnInfoSchema = z.object({
  label: z.string().optional().describe('Long name (SPSS variable label).'),
  valueLabels: z
    .record(z.string(), z.string())
    .optional()
    .describe("Labels of coded values: '1' -> 'male'. Keys are cells as text."),
  missing: z
    .object({
      values: z.array(z.string()).describe('Single values.'),
      ranges: z
        .array(
          z.object({
            from: z.string().nullable().describe('Lower end.'),
            to: z.string().nullable().describe('Upper end.'),
          }),
        )
        .describe('Ranges of values.'),
    })
    .optional()
    .describe(
      'Values that count as missing. The ends of ranges are written like the cells and are included; null = unbounded.',
    ),
  kind: z
    .enum(['text', 'number', 'date', 'datetime', 'time', 'duration'])
    .describe(
      "Meaning of the cells. Dates and times are ISO 8601 texts; a duration is 'hh:mm:ss' and may exceed 24 hours.",
    ),
});
export type ColumnInfo = z.infer<typeof ColumnInfoSchema>;

/** How the dates of a column are read. */
export const DateReadingSchema = z.object({
  order: z.enum(['day-first', 'month-first']).describe('Order of day and month.'),
  by: z
    .enum(['values', 'form', 'columns', 'language', 'choice', 'nothing'])
    .describe(
      'What decided the order: days above 12 in the column, a form that is only written one way (dots, names of months), the other columns of the table, the language of the file, its owner, or nothing.',
    ),
  middleYear: z
    .number()
    .int()
    .nullable()
    .describe('The year in the middle of its dates if some have years of two digits, otherwise null.'),
  epoch: z.union([z.literal(1900), z.literal(1904)]).describe('Year in which numbered days begin.'),
});
export type DateReading = z.infer<typeof DateReadingSchema>;

/** Figures about the contents of a column, computed once when the file is read. */
export const ColumnMeasuresSchema = z.object({
  kind: z
    .enum(['number', 'date', 'text', 'empty'])
    .describe("'number' or 'date' if nearly all filled cells are; 'empty' if none is filled."),
  decimal: z
    .enum(['.', ','])
    .nullable()
    .describe(
      'Decimal sign of its numbers; null if none has a fraction, or if the column was not one of numbers with all its rows.',
    ),
  filled: z.number().int().describe('Number of filled cells.'),
  numbers: z.number().int().describe('Number of filled cells that are numbers.'),
  missing: z.number().int(),
  distinct: z
    .number()
    .int()
    .describe('Number of distinct values of filled cells; in long tables an estimate, mostly within 5 percent.'),
  distinctIsExact: z.boolean(),
  min: z.string().nullable().describe('Numbers are decimals with a point, dates are ISO 8601; null for texts.'),
  max: z.string().nullable(),
  median: z
    .string()
    .nullable()
    .describe('Median of the numbers; in long tables that of an evenly spaced sample of rows.'),
  medianIsExact: z.boolean(),
  dates: DateReadingSchema.optional().describe('Missing if it has no dates whose reading had to be decided.'),
});
export type ColumnMeasures = z.infer<typeof ColumnMeasuresSchema>;

/**
 * Contents of a column. Response of `GET api/fileupload/{id}/summary?table=&from=&to=&exact=` (not in the spec): one
 * entry per column from index `from` up to, but not including, `to`.
 */
export const ColumnSummarySchema = z.object({
  name: z.string(),
  measures: ColumnMeasuresSchema.nullable().describe('Null for a file that was read before columns were measured.'),
  ofData: z.boolean().default(false).describe('Whether only rows that are data were measured.'),
  label: z.string().nullable().describe('Long name of the column, if the file has one.'),
  valueLabels: z.record(z.string(), z.string()).nullable().describe('Labels of coded values, if the file has them.'),
});
export type ColumnSummary = z.infer<typeof ColumnSummarySchema>;
