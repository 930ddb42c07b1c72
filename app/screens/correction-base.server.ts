import type { MetadataEntry } from '@domain/api/metadata';
import { withChanges } from '@domain/life/corrections';
import { compareMetadata, type FieldChange } from '@domain/metadata/compare';
import type { FormField } from '@domain/metadata/directives';
import { hashOf } from '@domain/secrets';
import { type Entries, entryValue, type FormEntries } from '~/forms/form-entries';
import { readTidyForm } from '~/forms/metadata/change-form';
import { correctionBase } from '~/forms/metadata/correction-fields';
import { formOf, metadataOf } from '~/forms/metadata/stored-metadata';

/** Characters of the digest of a field, in base64url: 48 bits, so that equal ones have equal values. */
const digestCharacters = 8;

/** The form of a correction with the metadata that it corrects. */
interface TypedCorrection {
  fields: readonly FormField[];
  entries: Entries;
  saved: readonly MetadataEntry[];
}

/** The fields of some metadata with a digest of each, '1:4f0c…,2:…', for a form to tell later what was changed in it. */
export function baseOf(fields: readonly FormField[], metadata: readonly MetadataEntry[]): string {
  return [...digestsOf(fields, metadataOf(fields, formOf(fields, metadata)))].map((pair) => pair.join(':')).join(',');
}

/** The metadata as typed. Fields that were not changed in this form are as they are saved now. */
export function correctedIn({ fields, entries, saved }: TypedCorrection): MetadataEntry[] {
  const typed = metadataOf(fields, readTidyForm(fields, entries));
  const base = entryValue(entries, correctionBase);
  if (base === '') return typed;
  const [were, are] = [new Map(base.split(',').map((pair) => splitPair(pair))), digestsOf(fields, typed)];
  const changes = changesBetween(fields, typed, saved);
  return withChanges(
    typed,
    changes.filter(({ field }) => were.get(field) === are.get(field)),
    topOf(fields),
  );
}

/** Labels of the fields that were changed in this form and differ from another version of it. */
export function differingFields(correction: TypedCorrection, other: FormEntries): string[] {
  const { fields, saved } = correction;
  const otherMetadata = correctedIn({ fields, entries: other, saved });
  const changes = changesBetween(fields, correctedIn(correction), otherMetadata);
  return fields.filter(({ id }) => changes.some(({ field }) => field === id)).map(({ label }) => label);
}

function splitPair(pair: string): [field: number, digest: string] {
  const [field = '', digest = ''] = pair.split(':');
  return [Number(field), digest];
}

/** Digests of the fields that have values, each with those nested in it. */
function digestsOf(fields: readonly FormField[], metadata: readonly MetadataEntry[]): Map<number, string> {
  return new Map(
    compareMetadata([], metadata, topOf(fields)).map(({ field, after }) => {
      const content = after.map(({ id, values, parents = [] }) => [id, values, parents]);
      return [field, hashOf(JSON.stringify(content)).slice(0, digestCharacters)];
    }),
  );
}

/** Differences in the fields of the form. */
function changesBetween(
  fields: readonly FormField[],
  before: readonly MetadataEntry[],
  after: readonly MetadataEntry[],
): FieldChange[] {
  const inForm = new Set(fields.map(({ id }) => id));
  const ofForm = (entries: readonly MetadataEntry[]) => entries.filter(({ id }) => inForm.has(id));
  return compareMetadata(ofForm(before), metadataOf(fields, formOf(fields, after)), topOf(fields));
}

function topOf(fields: readonly FormField[]): (field: number) => number {
  return (field) => fields.find(({ id }) => id === field)?.nestedIn ?? field;
}
