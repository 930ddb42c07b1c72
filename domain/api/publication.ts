import { z } from 'zod';

import { RowWindowSchema } from './uploads';

/** Why a column is left out or made less detailed: keys of `locales/<language>/published.json`. */
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

/** How the values of a published column differ from the file: not at all, by unit, by codes, or less detailed. */
export const ColumnChangeSchema = z.enum(['none', 'unit', 'codes', ...WithheldReasonSchema.options]);
export type ColumnChange = z.infer<typeof ColumnChangeSchema>;

/**
 * Whether a column of the contributor is published as it is or converted, neither withheld nor less detailed. Only then
 * may messages and comments about it be public, because they may quote its values.
 */
export function isPublishedAsIs(
  { columns, withheld }: { columns: readonly { source: string }[]; withheld: readonly { column: string }[] },
  column: string,
): boolean {
  return columns.some(({ source }) => source === column) && !withheld.some((entry) => entry.column === column);
}

/** Column of a published table. */
export const PublishedColumnSchema = z.object({
  key: z.string().describe('Vocabulary key and default unit.'),
  unit: z.string().describe('Unit of the values.'),
  label: z.string().describe('Label in the requested language.'),
  source: z.string().describe("Name of the contributor's column."),
});

/**
 * Response of `GET api/fileupload/{id}/published?table=&offset=&limit=` (not in the spec): a table as it would be
 * published with its current mapping, with a window of rows. People are numbered within the window, so the numbers
 * differ from those of the published table.
 */
export const PublicationPreviewSchema = z.object({
  name: z.string().describe('Name under which the table is published.'),
  columns: z.array(
    PublishedColumnSchema.extend({
      sourceUnit: z.string().describe("Unit to which the contributor's column is mapped."),
      change: ColumnChangeSchema,
    }),
  ),
  withheld: z
    .array(
      z.object({
        column: z.string(),
        letters: z.string().describe('A, B … Z, AA.'),
        code: WithheldReasonSchema,
        reason: z.string().describe('Message in the requested language.'),
        isCoarsened: z.boolean().describe('The column is published in a less detailed form.'),
      }),
    )
    .describe('Columns of the contributor that are left out or made less detailed, in the order of the file.'),
  window: RowWindowSchema,
});
export type PublicationPreview = z.infer<typeof PublicationPreviewSchema>;
