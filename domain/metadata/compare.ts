import { z } from 'zod';

import { type MetadataEntry, MetadataEntrySchema } from '../api/metadata';

/** A field of the metadata with the fields nested in it, as it was and as it is. */
export const FieldChangeSchema = z.object({
  field: z.number().describe('Id of the field, as in the schema.'),
  before: MetadataEntrySchema.array().describe('Its entries as they were; empty if it had none.'),
  after: MetadataEntrySchema.array().describe('Its entries as they are; empty if it has none.'),
});
export type FieldChange = z.infer<typeof FieldChangeSchema>;

/**
 * Fields that differ between two states of metadata, each with the fields nested in it. `topOf` is the field in which a
 * field is nested, or the field itself. Names of fields do not matter: they depend on the language of the form.
 */
export function compareMetadata(
  before: readonly MetadataEntry[],
  after: readonly MetadataEntry[],
  topOf: (field: number) => number,
): FieldChange[] {
  const fields = [...new Set([...before, ...after].map(({ id }) => topOf(id)))].sort((one, other) => one - other);
  return fields.flatMap((field) => {
    const [was, is] = [entriesOf(before, field, topOf), entriesOf(after, field, topOf)];
    return saysSame(was, is) ? [] : [{ field, before: was, after: is }];
  });
}

/** Entries of a field and of the fields nested in it, in the order of their ids. */
function entriesOf(
  entries: readonly MetadataEntry[],
  field: number,
  topOf: (field: number) => number,
): MetadataEntry[] {
  return entries
    .filter(({ id, values }) => topOf(id) === field && values.length > 0)
    .sort((one, other) => one.id - other.id);
}

/** Whether two lists of entries have the same values in the same places. */
export function saysSame(some: readonly MetadataEntry[], others: readonly MetadataEntry[]): boolean {
  const content = (entries: readonly MetadataEntry[]) =>
    JSON.stringify(entries.map(({ id, values, parents = [] }) => [id, values, parents]));
  return content(some) === content(others);
}
