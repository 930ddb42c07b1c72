import type { MetadataEntry, MetadataFault } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import type { FormError } from '~/forms/error-summary';
import { placeName } from './form-state';
import { controlId } from './metadata-controls';
import { faultPlace } from './stored-metadata';

/** A fault as the form shows it: at a control, in the summary, and in the list of what is missing. */
export interface ShownFault {
  /** Form name of the value. */
  name: string;
  /** Which control of the value. */
  part: number;
  fieldId: string;
  /** Name of the field, with its number from the second value on. */
  label: string;
  message: string;
}

/** Position of the control that a fault names: 'end-month' is the fifth of a date range. */
function partOf(code: string): number {
  const match = /^(begin|end)-(year|month|day)/.exec(code);
  if (!match) return 0;
  return (match[1] === 'end' ? 3 : 0) + ['year', 'month', 'day'].indexOf(match[2]!);
}

/** The faults of a form whose metadata are `metadata`; `sentence` gives the words of a code. */
export function shownFaults(
  faults: readonly MetadataFault[],
  metadata: readonly MetadataEntry[],
  fields: readonly FormField[],
  sentence: (code: string) => string,
): ShownFault[] {
  return faults.flatMap((fault) => {
    const field = fields.find(({ id }) => id === fault.field);
    if (!field) return [];
    const place = faultPlace(fault, metadata);
    const name = placeName(place);
    const part = partOf(fault.code);
    const label = place.index === 0 ? field.label : `${field.label} ${place.index + 1}`;
    return [{ name, part, fieldId: controlId(name, part), label, message: sentence(fault.code) }];
  });
}

export function errorsByName(
  faults: readonly ShownFault[],
): ReadonlyMap<string, { part: number; message: string }> {
  return new Map(faults.map(({ name, part, message }) => [name, { part, message }]));
}

/** Lines of the error summary: the words at the field, behind the name of the field. */
export function summaryErrors(faults: readonly ShownFault[]): FormError[] {
  return faults.map(({ fieldId, label, message }) => ({ fieldId, message: `${label}: ${message}` }));
}
