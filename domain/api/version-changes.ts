import { z } from 'zod';

import { TableRowsChangedSchema } from '../life/versions';
import { RoundChangesSchema } from './round-changes';

/** A new version of a data set, for its contributor and the board, compared with the version that it continues. */
export const NewVersionViewSchema = z.object({
  version: z.number().int(),
  /** Public number of the version that it continues. */
  former: z.number().int(),
  /** Then it is not compared. */
  isFormerWithdrawn: z.boolean(),
  /** What is new, as everybody will read it; '' until it is submitted. */
  news: z.string(),
  changes: RoundChangesSchema,
  /** Changed rows; null while they are not known, and for the board when it may not read the file. */
  rows: z.array(TableRowsChangedSchema).nullable(),
  /** Number of experts whose acceptance decides; null while the rows are not known. */
  votesNeeded: z.union([z.literal(1), z.literal(2)]).nullable(),
});
export type NewVersionView = z.infer<typeof NewVersionViewSchema>;
