import { z } from 'zod';

import { maxTestCharacters, RowsLeftOutSchema, RowsLostSchema, TableReasonSchema } from '../data-rows';
import { isStorable } from '../text';

/**
 * Body of `POST api/mapping/{raw|agg}/{id}/{table}/data` (not in the spec): whether the table is data, or whether some
 * of its rows are: those of a range, or in long format all rows with the name of a test that is none.
 */
export const DataChangeSchema = z.union([
  z.strictObject({ table: z.enum(['data', 'left-out']) }),
  z.strictObject({
    from: z.number().int(),
    to: z.number().int(),
    isData: z.boolean(),
    reason: z
      .string()
      .trim()
      .refine(isStorable)
      .default('')
      .describe(
        'Needed to leave rows out. The use case checks its length, because that refusal has a message of its own.',
      ),
  }),
  z.strictObject({ sameTestAs: z.number().int() }),
  /** Rows that could not be found again, with which their user has dealt. */
  z.strictObject({ settle: RowsLostSchema }),
  /** Spelling of a test whose rows are taken back in. */
  z.strictObject({ takeTest: z.string().max(maxTestCharacters) }),
]);
export type DataChange = z.infer<typeof DataChangeSchema>;

/** Response of `GET` and `POST api/mapping/{raw|agg}/{id}/{table}/data`. */
export const TableDataSchema = z.object({
  leftOut: TableReasonSchema.nullable(),
  blankRows: z.number().int().describe('Number of blank rows, which `rows` may only list in part.'),
  moreBlankRows: z
    .number()
    .int()
    .default(0)
    .describe('Number of rows left out that are not listed, all of them blank.'),
  isCut: z
    .boolean()
    .default(false)
    .describe('Whether so many rows look like no data that those further down were not looked at.'),
  rows: z.array(RowsLeftOutSchema),
  lost: z.array(RowsLostSchema).default([]).describe('Rows left out of a previous file that could not be found again.'),
  tests: z
    .array(
      z.object({
        position: z.number().int(),
        spelling: z.string(),
        text: z.string(),
        rows: z.number().int(),
        firstRows: z.array(z.number().int()).default([]).describe('Numbers of the first rows in the file.'),
      }),
    )
    .describe('Names of tests that are none, whose rows are left out.'),
});
export type TableData = z.infer<typeof TableDataSchema>;
