import { z } from 'zod';

import { TableRowsChangedSchema } from '../life/versions';
import { DocumentChangeSchema } from '../board/compare-rounds';
import { FieldChangeSchema } from '../metadata/compare';

/** Differences of each kind that are listed. The rest is counted. */
export const maxListedChanges = 100;

const change = <Value extends z.ZodType>(value: Value) => ({ before: value.nullable(), after: value.nullable() });
const listed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ first: z.array(z.object(shape)).max(maxListedChanges), count: z.number().int() });

/** What the contributor changed after a request; null on one side = it was not, or is not, there. */
export const RoundChangesSchema = z.object({
  /** Null while the board may not read the file. */
  content: z
    .object({
      /** Names of the file, if it was replaced. */
      file: z.object({ before: z.string(), after: z.string() }).nullable(),
      /** Rows and cells that each corrected file has changed, in its tables. */
      values: z.array(z.object({ file: z.string(), tables: z.array(TableRowsChangedSchema) })),
      /** Documents that were added, removed or replaced. */
      documents: z.array(DocumentChangeSchema).default([]),
      tables: listed({
        name: z.string(),
        ...change(
          z.object({ rowCount: z.number().int(), n: z.number().int().nullable(), columnCount: z.number().int() }),
        ),
      }),
      columns: listed({ table: z.string(), column: z.string(), isAdded: z.boolean() }),
      /** Targets with their units, in the requested language. */
      mapping: listed({ table: z.string(), column: z.string(), ...change(z.string()) }),
      /** Comments on a column, or on the table (null), with what its rule finds, in the requested language. */
      comments: listed({
        table: z.string(),
        column: z.string().nullable(),
        /** Number of the row; null for a comment on several cells, or on no single cell. */
        row: z.number().int().nullable(),
        problem: z.string(),
        ...change(z.string()),
      }),
    })
    .nullable(),
  /** By field, each with the fields nested in it. */
  metadata: z.array(FieldChangeSchema),
});
export type RoundChanges = z.infer<typeof RoundChangesSchema>;
