import { z } from 'zod';

import { ColumnMeasuresSchema } from '../column-measures';

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
