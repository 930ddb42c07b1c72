import { z } from 'zod';

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
