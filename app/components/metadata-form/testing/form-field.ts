import type { FormField } from '@domain/metadata/directives';

/** A field for tests: a single text that nobody has to fill in, unless told. */
export function field(id: number, change: Partial<FormField> = {}): FormField {
  return {
    id,
    label: `Field ${id}`,
    mark: '',
    required: false,
    requiredWith: null,
    style: 'Input',
    multi: false,
    choices: [],
    subLabels: [],
    placeholder: '',
    validate: false,
    nestedIn: null,
    toolTip: '',
    question: '',
    beginLabel: '',
    endLabel: '',
    format: 'text',
    maxCharacters: 500,
    private: false,
    suggest: false,
    section: '',
    wording: null,
    ...change,
  };
}
