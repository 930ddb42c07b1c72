import type { MetadataEntry, MetadataError } from '../api/metadata';
import { maxRepeats } from '../limits';
import type { FormField } from './directives';
import { isEmbargoTooLong } from './embargo';
import { firstValueOf, parentOf, valuesOf } from './entries';
import type { MetadataErrorCode } from './errors';
import { fieldIds } from './field-ids';
import { foldText } from '../search/fold';
import { checkedValue, isBlank } from './storage-forms';
import { namesLegalBasis, valueError } from './value-rules';

/** The validation error of a title, for a reason that only the server knows. */
export function titleError(code: MetadataErrorCode): MetadataError {
  return { field: fieldIds.title, index: 0, parent: null, code };
}

/** Key by which titles are compared: upper and lower case, accents and punctuation make no difference. */
export function titleKeyOf(title: string): string {
  return foldText(title) || title.trim();
}

/** Form data that the rules need while they go through the fields. */
interface Form {
  fields: Map<number, FormField>;
  entries: readonly MetadataEntry[];
  /** Indexes of the non-empty values of each field. */
  filled: Map<number, ReadonlySet<number>>;
}

function formOf(fields: readonly FormField[], entries: readonly MetadataEntry[]): Form {
  const filled = fields.map(({ id, style }): [number, ReadonlySet<number>] => [
    id,
    new Set(valuesOf(entries, id).flatMap((value, index) => (isBlank(style, value) ? [] : [index]))),
  ]);
  return { fields: new Map(fields.map((field) => [field.id, field])), entries, filled: new Map(filled) };
}

/**
 * All validation errors of posted metadata (spec section 5), in schema order, at most one per value. Empty values are
 * ignored, so an empty line of a repeatable field is allowed. `index` and `parent` refer to the posted entries. `today`,
 * yyyy-MM-dd, limits the embargo; without it, any that was accepted earlier is valid.
 */
export function validateMetadata(
  fields: readonly FormField[],
  entries: readonly MetadataEntry[],
  today: string | null = null,
): MetadataError[] {
  const form = formOf(fields, entries);
  const isTooLong = today !== null && isEmbargoTooLong(entries, today);
  return [
    ...fields.flatMap((field) => {
      const errors = [...valueErrors(field, form), ...missingErrors(field, form)];
      const isMore = field.id === fieldIds.embargo && errors.length === 0 && isTooLong;
      return isMore ? [error(field, 0, null, 'embargo-too-long')] : errors;
    }),
    ...entryErrors(form),
  ];
}

/** Validation errors of one field, for the title while it is being typed. */
export function validateField(field: FormField, entries: readonly MetadataEntry[]): MetadataError[] {
  return valueErrors(field, formOf([field], entries));
}

function valueErrors(field: FormField, form: Form): MetadataError[] {
  const entry = entryOf(field.id, form);
  if (!entry) return [];
  const seen = new Map<number | null, number>();
  let filled = 0;
  return entry.values.flatMap((value, index) => {
    if (!filledIndexes(field.id, form).has(index)) return [];
    const parent = field.nestedIn === null ? null : parentOf(entry, index);
    const count = (seen.get(parent) ?? 0) + 1;
    seen.set(parent, count);
    filled += 1;
    const code =
      valueError(field, value) ??
      (count > 1 && !field.multi ? 'single' : null) ??
      (filled > maxRepeats ? 'too-many' : null) ??
      (parent !== null && !hasParent(field, parent, form) ? 'parent-missing' : null);
    return code ? [error(field, index, parent, code)] : [];
  });
}

function hasParent(field: FormField, parent: number, form: Form): boolean {
  return field.nestedIn === null || filledIndexes(field.nestedIn, form).has(parent);
}

/** Errors for missing values of a field that is required, by itself or because of its parent's value. */
function missingErrors(field: FormField, form: Form): MetadataError[] {
  if (field.id === fieldIds.consent) return consentErrors(field, form);
  if (field.nestedIn === null) {
    const missing = field.required && filledIndexes(field.id, form).size === 0;
    return missing ? [error(field, 0, null, 'required')] : [];
  }
  const entry = entryOf(field.id, form);
  const answered = new Set(entry ? [...filledIndexes(field.id, form)].map((index) => parentOf(entry, index)) : []);
  return demandingParents(field, field.nestedIn, form)
    .filter((parent) => !answered.has(parent))
    .map((parent) => error(field, 0, parent, 'required'));
}

/** Indexes of the parent's values that require a value of this nested field. */
function demandingParents(field: FormField, parentId: number, form: Form): number[] {
  const filled = [...filledIndexes(parentId, form)];
  if (field.required) {
    const parentRequired = form.fields.get(parentId)?.required ?? false;
    return filled.length === 0 && parentRequired ? [0] : filled;
  }
  const { requiredWith } = field;
  if (requiredWith === null) return [];
  const values = valuesOf(form.entries, parentId);
  return filled.filter((index) => requiredWith.length === 0 || requiredWith.includes(values[index]?.trim() ?? ''));
}

/** Either consent is given or the anonymisation states a legal basis (schema, fields 23 and 24). */
function consentErrors(field: FormField, form: Form): MetadataError[] {
  if (!field.required || valuesOf(form.entries, field.id).some((value) => value === checkedValue)) return [];
  return namesLegalBasis(firstValueOf(form.entries, fieldIds.anonymisation)) ? [] : [error(field, 0, null, 'consent')];
}

/** Entries whose field is not in the schema or occurs twice. */
function entryErrors({ fields, entries }: Form): MetadataError[] {
  return entries.flatMap((entry, position) => {
    const code: MetadataErrorCode | null = !fields.has(entry.id)
      ? 'unknown-field'
      : entries.findIndex((other) => other.id === entry.id) < position
        ? 'duplicate-field'
        : null;
    return code ? [{ field: entry.id, index: 0, parent: null, code }] : [];
  });
}

function entryOf(id: number, form: Form): MetadataEntry | undefined {
  return form.entries.find((entry) => entry.id === id);
}

function filledIndexes(id: number, form: Form): ReadonlySet<number> {
  return form.filled.get(id) ?? new Set();
}

function error(field: FormField, index: number, parent: number | null, code: MetadataErrorCode): MetadataError {
  return { field: field.id, index, parent, code };
}
