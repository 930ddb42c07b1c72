import type { FormField } from '@domain/metadata/directives';

import { topFields } from '../../forms/metadata/form-state';

/** A part of the form under a heading of its own. */
export interface FormSection {
  /** Id of the heading. */
  id: string;
  /** '' for fields before the first heading. */
  title: string;
  /** Top-level fields. */
  fields: FormField[];
}

/** The parts of the form, each beginning where the data of the schema say so. */
export function formParts(fields: readonly FormField[]): FormSection[] {
  const parts: FormSection[] = [];
  for (const field of topFields(fields)) {
    const last = parts.at(-1);
    if (last && field.section === '') last.fields.push(field);
    else parts.push({ id: `part-${field.id}`, title: field.section, fields: [field] });
  }
  return parts;
}

/** Whether a field, or the one it belongs to, stands in a part. */
export function isInPart({ fields: own }: FormSection, fields: readonly FormField[], id: number): boolean {
  const field = fields.find((candidate) => candidate.id === id);
  return own.some((top) => top.id === id || top.id === field?.nestedIn);
}
