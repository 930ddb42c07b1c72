import type { FormField } from '@domain/metadata/directives';

import { topFields } from './form-state';

/** Section of the form with its own heading. */
export interface FormSection {
  /** Id of the heading. */
  id: string;
  /** '' for fields before the first heading. */
  title: string;
  /** Top-level fields. */
  fields: FormField[];
}

/** Sections of the form, as the schema divides it. */
export function formParts(fields: readonly FormField[]): FormSection[] {
  const parts: FormSection[] = [];
  for (const field of topFields(fields)) {
    const last = parts.at(-1);
    if (last && field.section === '') last.fields.push(field);
    else parts.push({ id: `part-${field.id}`, title: field.section, fields: [field] });
  }
  return parts;
}

/** Whether a field or its parent is in a section. */
export function isInPart({ fields: own }: FormSection, fields: readonly FormField[], id: number): boolean {
  const field = fields.find((candidate) => candidate.id === id);
  return own.some((top) => top.id === id || top.id === field?.nestedIn);
}
