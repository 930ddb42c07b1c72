import { z } from 'zod';

import { MetadataEntrySchema } from '../api/metadata';

/** What a submission was when changes were requested, as far as a later round is compared with it. */
export const RoundSchema = z.object({
  /** Id of the file version. */
  file: z.string(),
  fileName: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      rowCount: z.number().int(),
      n: z.number().int().nullable(),
      columns: z.array(z.object({ name: z.string(), key: z.string().nullable(), unit: z.string().nullable() })),
    }),
  ),
  /** Comments on unusual values; the first ones, if there are very many. */
  comments: z.array(
    z.object({
      table: z.string(),
      rule: z.string(),
      /** Position of the column, and number of the row; -1 for all. */
      column: z.number().int(),
      row: z.number().int(),
      comment: z.string(),
    }),
  ),
  /** Documents that go along; rounds from before there were any have none. */
  documents: z.array(z.object({ name: z.string(), sha256: z.string() })).default([]),
  metadata: z.array(MetadataEntrySchema),
});
export type Round = z.infer<typeof RoundSchema>;
