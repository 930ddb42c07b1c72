import { z } from 'zod';

import { RowWindowSchema } from './uploads';

/** Why a column is left out or coarsened: keys of `locales/<language>/published.json`. */
export const WithheldReasonSchema = z.enum([
  'unmapped',
  'ignored',
  'duplicate',
  'person-id',
  'birth-date',
  'birth-month',
  'test-date',
  'postal-code',
  'tester-id',
  'remark',
]);
export type WithheldReason = z.infer<typeof WithheldReasonSchema>;

/** What becomes of the values of a published column: nothing, another unit, codes, or a coarsening. */
export const ColumnChangeSchema = z.enum(['none', 'unit', 'codes', ...WithheldReasonSchema.options]);
export type ColumnChange = z.infer<typeof ColumnChangeSchema>;

/** Column of a published table. */
export const PublishedColumnSchema = z.object({
  /** Vocabulary key and default unit. */
  key: z.string(),
  unit: z.string(),
  /** Label in the language of the call. */
  label: z.string(),
  /** Name of the contributor's column. */
  source: z.string(),
});

/**
 * Answer of `GET api/fileupload/{id}/published?table=&offset=&limit=` (ours): a table as it would be
 * published by its mapping of this moment, with a window of its rows. Persons are numbered within the
 * window, from 1: the numbers of the published table are others.
 */
export const PublicationPreviewSchema = z.object({
  /** Name under which the table is published. */
  name: z.string(),
  columns: z.array(
    PublishedColumnSchema.extend({
      /** Unit that the contributor's column is mapped in. */
      sourceUnit: z.string(),
      change: ColumnChangeSchema,
    }),
  ),
  /** Columns of the contributor that are left out or coarsened, in the order of the file. */
  withheld: z.array(
    z.object({
      column: z.string(),
      /** A, B … Z, AA */
      letters: z.string(),
      code: WithheldReasonSchema,
      /** Sentence in the language of the call. */
      reason: z.string(),
      /** Something of it is published, in a coarser form. */
      isCoarsened: z.boolean(),
    }),
  ),
  window: RowWindowSchema,
});
export type PublicationPreview = z.infer<typeof PublicationPreviewSchema>;
