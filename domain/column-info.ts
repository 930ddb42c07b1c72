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
