import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { SchemaFieldSchema } from '@domain/api/metadata';
import { languages } from '@domain/language';
import { metadataErrorCodes } from '@domain/metadata/errors';
import { fieldIds } from '@domain/metadata/field-ids';

import { rootFolder } from '../../root-folder';
import { countryCodes, languageCodes, listCountries } from './codes';
import { formFields, parseSchemaData, schemaFields } from './schema';

const english = formFields('en');
const german = formFields('de');
const field = (id: number, language: 'en' | 'de' = 'en') => {
  const found = (language === 'en' ? english : german).find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no field ${id}`);
  return found;
};

describe('metadata schema', () => {
  test('the 32 fields and 16 nested ones that rules use exist; data may add others', () => {
    const known: number[] = Object.values(fieldIds);
    const named = english.filter(({ id }) => known.includes(id));
    expect(named.map(({ id }) => id)).toEqual(known);
    expect(named.filter(({ nestedIn }) => nestedIn === null)).toHaveLength(32);
    expect(named.filter(({ nestedIn }) => nestedIn !== null)).toHaveLength(16);
  });

  test.each(languages)('no two choices of a field have the same label in %s', (language) => {
    for (const { id, choices } of formFields(language)) {
      expect(new Set(choices.map(({ label }) => label)).size, String(id)).toBe(choices.length);
    }
  });

  test('every directive of the specification is used', () => {
    const used = new Set(schemaFields('en').flatMap(({ types }) => types.filter((type) => /^\[/.test(type))));
    expect([...used].sort()).toEqual(
      [
        '[SelectOnly]',
        '[Checkbox]',
        '[TextArea]',
        '[YYYY-MM-DD]',
        '[0..1]',
        '[Name]',
        '[SUFL]',
        '[Nested]',
        '[Placeholder]',
        '[Language]',
        '[Validate]',
      ].sort(),
    );
  });

  test.each(languages)('the list in %s has the shape of the API', (language) => {
    for (const entry of schemaFields(language)) expect(SchemaFieldSchema.parse(entry)).toEqual(entry);
  });

  test('both languages differ only in texts', () => {
    const rules = (fields: typeof english) =>
      fields.map(({ id, style, multi, required, nestedIn, format, mark, requiredWith, choices }) => ({
        id,
        style,
        multi,
        required,
        nestedIn,
        format,
        mark,
        requiredWith,
        choices: choices.map(({ value }) => value).sort(),
      }));
    expect(rules(german)).toEqual(rules(english));
  });

  test('labels are single words of the form, without marks', () => {
    const labels = [...english, ...german].map(({ label }) => label);
    expect(labels.filter((label) => label === '' || /[*#;]$/.test(label))).toEqual([]);
    expect(field(fieldIds.collection, 'de')).toMatchObject({
      label: 'Datenerhebung',
      beginLabel: 'Beginn',
      endLabel: 'Ende',
    });
    expect(field(fieldIds.consent).question).toMatch(/^Did all persons/);
  });

  test('choices are stored in English, whatever the language of the page', () => {
    expect(field(fieldIds.studyDesign, 'de').choices[0]).toEqual({ value: 'Cross-sectional', label: 'Querschnitt' });
    expect(field(fieldIds.country, 'de').choices).toContainEqual({ value: 'Germany', label: 'Deutschland' });
  });

  test('the language of the abstract is stored as a code, the page language first', () => {
    expect(field(fieldIds.abstractLanguage, 'de').choices[0]).toEqual({ value: 'de', label: 'Deutsch' });
    expect(field(fieldIds.abstractLanguage).choices.map(({ value }) => value)).toEqual(['en', 'de']);
    expect(field(fieldIds.dataLanguage).choices).toHaveLength(languageCodes.length);
  });

  test('the meaning of the directives is also sent as properties', () => {
    const title = schemaFields('de').find(({ id }) => id === fieldIds.title);
    expect(title).toMatchObject({ style: 'Input', validate: true, placeholder: 'Kurz und eindeutig' });
    const styles = schemaFields('en').map(({ id, style }) => [id, style]);
    expect(styles).toEqual(english.map(({ id, style }) => [id, style]));
  });

  test('only the title is validated by the server', () => {
    expect(english.filter(({ validate }) => validate).map(({ id }) => id)).toEqual([fieldIds.title]);
  });

  test.each([
    ['an id that occurs twice', (fields: Raw[]) => [...fields, fields[0]!]],
    ['[Nested] without a parent', (fields: Raw[]) => fields.map(({ nested: _, ...field }) => field)],
    ['a parent without [Nested]', (fields: Raw[]) => [fields[0]!, { ...fields[3]!, nested: 1 }]],
    ['a parent that follows it', (fields: Raw[]) => [...fields].reverse()],
    ['lists of different length', (fields: Raw[]) => [{ ...fields[0]!, types: { en: ['[0..1]'], de: [] } }]],
  ])('%s is refused when the schema is read', (_, change) => {
    const file = path.join(rootFolder, 'services/repository/data/metadata-schema.json');
    const fields = JSON.parse(readFileSync(file, 'utf8')) as Raw[];
    expect(() => parseSchemaData(change(fields))).toThrow(/field \d/);
  });
});

type Raw = Record<string, unknown>;

test('countries are listed by name in both languages', () => {
  expect(listCountries('en')).toHaveLength(countryCodes.length);
  expect(listCountries('de').find(({ code }) => code === 'AT')).toEqual({ code: 'AT', name: 'Österreich' });
  expect(listCountries('de').findIndex(({ code }) => code === 'AT')).toBeLessThan(
    listCountries('de').findIndex(({ code }) => code === 'PL'),
  );
});

test.each(languages)('every validation error has a message in %s', (language) => {
  const file = path.join(rootFolder, 'locales', language, 'metadata-errors.json');
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(Object.keys(messages).sort()).toEqual([...metadataErrorCodes].sort());
  expect(Object.values(messages).filter((message) => message === '')).toEqual([]);
});
