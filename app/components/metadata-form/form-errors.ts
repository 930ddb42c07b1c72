import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { validateMetadata } from '@domain/metadata/validate';

import type { FormError } from '~/forms/error-summary';
import { placeName, valuesAt, type FormState, type ValuePath } from '../../forms/metadata/form-state';
import { controlId } from './metadata-controls';
import { faultPlace, placedMetadata } from '../../forms/metadata/stored-metadata';

/** A fault as the form shows it: at a control, in the summary, and in the list of what is missing. */
export interface VisibleError {
  field: number;
  /** Form name of the value. */
  name: string;
  /** Which control of the value. */
  part: number;
  fieldId: string;
  code: string;
  /** Name of the field, with its number from the second value on, behind what it belongs to. */
  label: string;
  message: string;
}

/** The words of a fault by its code. */
export type Sentences = (code: string) => string;

/** Faults of one part alone, where their code does not name it. */
const faultyParts: Partial<Record<string, (part: string, field: FormField) => boolean>> = {
  date: (part) => !/^\d*$/.test(part.trim()),
  'name-bar': (part) => part.includes('|'),
  'too-long': (part, { maxCharacters }) => part.trim().length > maxCharacters,
};

/** Position of the control that a fault is about: 'end-month' is the fifth of a date range. */
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

/** What the rules say of a form as it stands. */
export function errorsOfForm(fields: readonly FormField[], state: FormState, message: Sentences): VisibleError[] {
  const metadata = placedMetadata(fields, state).map(({ entry }) => entry);
  return visibleErrors(validateMetadata(fields, metadata), fields, state, message);
}

/** Faults of the metadata that the form holds, at the places where it shows them. */
export function visibleErrors(
  errors: readonly MetadataError[],
  fields: readonly FormField[],
  state: FormState,
  message: Sentences,
): VisibleError[] {
  const placed = placedMetadata(fields, state);
  return errors.flatMap((error) => {
    const field = fields.find(({ id }) => id === error.field);
    if (!field) return [];
    const position = faultPlace(error, placed, fields);
    const name = placeName(position);
    const { code } = error;
    const part = partOf(code, field, valuesAt(state, fields, position)[position.index]?.parts ?? []);
    const label = placeLabel(field, position, fields, state);
    return [{ field: field.id, name, part, fieldId: controlId(name, part), code, label, message: message(code) }];
  });
}

/** 'Keyword 2'; 'Author 2, Affiliation' where there are several authors. */
function placeLabel(
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

/** Lines of the error summary: the words at the field, behind the name of the field. */
export function summaryErrors(errors: readonly VisibleError[]): FormError[] {
  return errors.map(({ fieldId, label, message }) => ({ fieldId, message: `${label}: ${message}` }));
}
