import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { validateMetadata } from '@domain/metadata/validate';

import type { FormError } from '~/forms/error-summary';
import { valueName, valuesAt, type FormState, type ValuePath } from '../../forms/metadata/form-state';
import { controlId } from './metadata-controls';
import { errorPath, metadataWithPaths } from '../../forms/metadata/stored-metadata';

/** A validation error as shown at a control, in the summary and in the list of missing information. */
export interface VisibleError {
  field: number;
  /** Form name of the value. */
  name: string;
  /** Index of the control in the value. */
  part: number;
  fieldId: string;
  code: string;
  /** Name of the field, with its number from the second value on, after the name of its parent. */
  label: string;
  message: string;
}

/** Returns the message for an error code. */
export type ErrorTexts = (code: string) => string;

/** Errors of a single part whose code does not name the part. */
const faultyParts: Partial<Record<string, (part: string, field: FormField) => boolean>> = {
  date: (part) => !/^\d*$/.test(part.trim()),
  'name-bar': (part) => part.includes('|'),
  'too-long': (part, { maxCharacters }) => part.trim().length > maxCharacters,
};

/** Index of the control that an error is about: 'end-month' is the fifth of a date range. */
function partOf(code: string, field: FormField, parts: readonly string[]): number {
  const isFaulty = faultyParts[code];
  if (isFaulty)
    return Math.max(
      0,
      parts.findIndex((part) => isFaulty(part, field)),
    );
  const [, date, part = 'year'] = /^(begin|end)-(?:(year|month|day)|before)/.exec(code) ?? [];
  return (date === 'end' ? 3 : 0) + ['year', 'month', 'day'].indexOf(part);
}

/** Validation errors of a form. */
export function errorsOfForm(fields: readonly FormField[], state: FormState, message: ErrorTexts): VisibleError[] {
  const metadata = metadataWithPaths(fields, state).map(({ entry }) => entry);
  return visibleErrors(validateMetadata(fields, metadata), fields, state, message);
}

/** Validation errors of the form's metadata, at the positions in the form. */
export function visibleErrors(
  errors: readonly MetadataError[],
  fields: readonly FormField[],
  state: FormState,
  message: ErrorTexts,
): VisibleError[] {
  const entries = metadataWithPaths(fields, state);
  return errors.flatMap((error) => {
    const field = fields.find(({ id }) => id === error.field);
    if (!field) return [];
    const path = errorPath(error, entries, fields);
    const name = valueName(path);
    const { code } = error;
    const part = partOf(code, field, valuesAt(state, fields, path)[path.index]?.parts ?? []);
    const label = valueLabel(field, path, fields, state);
    return [{ field: field.id, name, part, fieldId: controlId(name, part), code, label, message: message(code) }];
  });
}

/** 'Keyword 2'; 'Author 2, Affiliation' where there are several authors. */
function valueLabel(
  field: FormField,
  { parent, index }: ValuePath,
  fields: readonly FormField[],
  state: FormState,
): string {
  const label = index === 0 ? field.label : `${field.label} ${index + 1}`;
  const owner = parent === null ? undefined : fields.find(({ id }) => id === field.nestedIn);
  if (!owner || parent === null || (state.get(owner.id)?.length ?? 0) < 2) return label;
  return `${owner.label} ${parent + 1}, ${label}`;
}

export function errorsByName(errors: readonly VisibleError[]): ReadonlyMap<string, { part: number; message: string }> {
  return new Map(errors.map(({ name, part, message }) => [name, { part, message }]));
}

/** Lines of the error summary: name of the field, then its message. */
export function summaryErrors(errors: readonly VisibleError[]): FormError[] {
  return errors.map(({ fieldId, label, message }) => ({ fieldId, message: `${label}: ${message}` }));
}
