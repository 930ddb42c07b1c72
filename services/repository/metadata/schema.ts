import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { ValueFormatSchema, type SchemaField } from '@domain/api/metadata';
import { BilingualSchema, byLanguage, type Language, languages, LanguageSchema } from '@domain/language';
import { type FormField, languageChoices, readSchema } from '@domain/metadata/directives';

import { rootFolder } from '../../root-folder';
import { currentLanguageCodes, listCountries } from './codes';

const typesList = z.array(z.string().min(1));

/** One field in `data/metadata-schema.json`. */
const DataFieldSchema = z.strictObject({
  id: z.number().positive(),
  name: BilingualSchema,
  types: z.record(LanguageSchema, typesList),
  required: z.boolean(),
  requiredWith: z.array(z.string()).optional(),
  multi: z.boolean(),
  nested: z.number().positive().optional(),
  toolTip: BilingualSchema,
  format: ValueFormatSchema.default('text'),
  private: z.boolean().default(false),
  suggest: z.boolean().default(false),
  /** Heading of the section that begins with this field. */
  section: BilingualSchema.optional(),
  /** See SchemaField. */
  wording: z.enum(['study', 'other']).optional(),
  /** Choices from a separate list. */
  source: z.enum(['countries', 'languages']).optional(),
});
type DataField = z.infer<typeof DataFieldSchema>;

/** Parses and validates the fields. Throws an Error that names the field if they are inconsistent. */
export function parseSchemaData(json: unknown): DataField[] {
  const fields = z.array(DataFieldSchema).parse(json);
  fields.forEach((field, index) => {
    const fail = (what: string) => {
      throw new Error(`metadata-schema.json, field ${field.id}: ${what}`);
    };
    if (fields.findIndex(({ id }) => id === field.id) < index) fail('the id occurs twice');
    const counts = new Set(languages.map((language) => field.types[language].length));
    if (counts.size > 1) fail('the types lists differ in length');
    if (field.types.en.includes('[Nested]') !== (field.nested !== undefined)) fail('[Nested] without nested');
    if (field.nested !== undefined && !fields.slice(0, index).some(({ id }) => id === field.nested)) {
      fail('its parent must come before it');
    }
    if (field.suggest && field.private) fail('a private field cannot suggest values');
  });
  return fields;
}

const dataFields = parseSchemaData(
  JSON.parse(readFileSync(path.join(rootFolder, 'services', 'repository', 'data', 'metadata-schema.json'), 'utf8')),
);

/** The schema in each language, as sent to clients and as used by rules. */
type Schemas = Record<Language, { fields: SchemaField[]; form: FormField[] }>;
let made: { codes: readonly string[]; schemas: Schemas } | undefined;

/** Cached until the list of languages changes. */
function currentSchemas(): Schemas {
  const codes = currentLanguageCodes();
  if (made?.codes !== codes) {
    const schemas = byLanguage((language) => {
      const fields = dataFields.map((field) => schemaField(field, language));
      return { fields, form: readSchema(fields) };
    });
    made = { codes, schemas };
  }
  return made.schemas;
}

/** The fields as sent to clients: directive form of spec section 3, in a language. */
export function schemaFields(language: Language): SchemaField[] {
  return currentSchemas()[language].fields;
}

/** The metadata fields as described by their directives. */
export function formFields(language: Language): FormField[] {
  return currentSchemas()[language].form;
}

/** The field in which a field of the metadata is nested, or the field itself. */
export function topFieldOf(field: number): number {
  return dataFields.find(({ id }) => id === field)?.nested ?? field;
}

function schemaField(field: DataField, language: Language): SchemaField {
  const types = field.types[language];
  const added = addedChoices(field, language);
  const placeholder = types.indexOf('[Placeholder]') + 1;
  const bare: SchemaField = {
    id: field.id,
    name: field.name[language],
    style: '',
    multi: field.multi,
    types: [...types, ...added.map(({ label }) => label)],
    toolTip: field.toolTip[language],
    required: field.required,
    values: [{ value: '', type: '', error: '' }],
    nested: field.nested ?? null,
    placeholder: placeholder > 0 ? (types[placeholder] ?? '') : '',
    validate: types.includes('[Validate]'),
    choices: [],
    requiredWith: field.requiredWith ?? null,
    format: field.format,
    private: field.private,
    suggest: field.suggest,
    section: field.section?.[language] ?? '',
    wording: field.wording ?? null,
  };
  // The English texts that are not directives are the stored values in every language.
  const english = readSchema([{ ...bare, types: field.types.en }])[0];
  return {
    ...bare,
    style: english?.style ?? 'Input',
    choices: [...(english?.choices ?? []), ...added].map(({ value }) => value),
  };
}

/** Choices of [Language] fields and of separate lists: stored value and label in a language. */
function addedChoices(field: DataField, language: Language): { value: string; label: string }[] {
  if (field.source === 'countries') {
    const english = new Map(listCountries('en').map(({ code, name }) => [code, name]));
    return listCountries(language).map(({ code, name }) => ({ value: english.get(code) ?? name, label: name }));
  }
  if (!field.types.en.includes('[Language]')) return [];
  return languageChoices(language, field.source === 'languages' ? currentLanguageCodes() : []);
}
