import { describe, expect, test } from 'vitest';

import type { SchemaField } from '../api/metadata';
import { readSchema, shownValue, storedValue } from './directives';

const bare: SchemaField = {
  id: 7,
  name: 'Name',
  style: '',
  multi: true,
  types: [],
  toolTip: '',
  required: false,
  values: [],
  nested: null,
  placeholder: '',
  validate: false,
  choices: [],
  requiredWith: null,
  format: 'text',
  private: false,
};

function read(changes: Partial<SchemaField>) {
  const [field] = readSchema([{ ...bare, ...changes }]);
  if (!field) throw new Error('no field');
  return field;
}

describe('directives', () => {
  test('no directive is a repeatable input whose entries are suggestions', () => {
    const field = read({ types: ['School', 'University'], choices: ['School', 'University'] });
    expect(field).toMatchObject({ style: 'Input', multi: true, subLabels: [] });
    expect(field.choices.map(({ label }) => label)).toEqual(['School', 'University']);
  });

  test.each([
    ['[SelectOnly]', 'DropDownList', true],
    ['[Checkbox]', 'Checkbox', false],
    ['[TextArea]', 'TextArea', false],
    ['[YYYY-MM-DD]', 'DateRangeYMD', false],
    ['[0..1]', 'Input', false],
    ['[Name]', 'Name', true],
    ['[SUFL]', 'SUFL', false],
    ['[Nested]', 'Input', true],
    ['[Language]', 'DropDownList', true],
    ['[Validate]', 'Input', true],
  ])('%s is read as %s (repeatable: %s) and consumed', (directive, style, multi) => {
    expect(read({ types: [directive] })).toMatchObject({ style, multi, choices: [], subLabels: [] });
  });

  test('a field that does not repeat stays single without a directive', () => {
    expect(read({ multi: false, types: ['[SelectOnly]', 'A'] }).multi).toBe(false);
  });

  test('[Name] takes the rest as the names of its two parts', () => {
    expect(read({ types: ['[Name]', '[0..1]', 'Family name', 'Given name'] })).toMatchObject({
      multi: false,
      choices: [],
      subLabels: ['Family name', 'Given name'],
    });
  });

  test('[Placeholder] takes the next entry, whatever it looks like', () => {
    expect(read({ types: ['[Placeholder]', '[0..1]', 'A'] })).toMatchObject({
      placeholder: '[0..1]',
      multi: true,
    });
  });

  test('[Nested] belongs to the last field that is not nested', () => {
    const fields = readSchema([
      { ...bare, id: 1 },
      { ...bare, id: 1.1, types: ['[Nested]'] },
      { ...bare, id: 1.2, types: ['[Nested]'] },
      { ...bare, id: 2 },
    ]);
    expect(fields.map(({ nestedIn }) => nestedIn)).toEqual([null, 1, 1, null]);
  });

  test('[Validate] marks a field for the check by the server', () => {
    expect(read({ types: ['[Validate]'] }).validate).toBe(true);
    expect(read({}).validate).toBe(false);
  });

  test('choices carry the stored value beside the text of the page', () => {
    const field = read({ types: ['[SelectOnly]', 'Schule', 'Labor'], choices: ['School', 'Laboratory'] });
    expect(field.choices).toEqual([
      { value: 'School', label: 'Schule' },
      { value: 'Laboratory', label: 'Labor' },
    ]);
    expect(shownValue(field, 'Laboratory')).toBe('Labor');
    expect(shownValue(field, 'Playground')).toBe('Playground');
    expect(storedValue(field, ' Labor ')).toBe('Laboratory');
    expect(storedValue(field, 'Playground')).toBe('Playground');
  });
});

describe('names', () => {
  test.each([
    ['Title#', 'Title', '#', true],
    ['Keyword*', 'Keyword', '*', true],
    ['Version', 'Version', '', false],
  ])('%s loses its mark', (name, label, mark, required) => {
    expect(read({ name })).toMatchObject({ label, mark, required });
  });

  test('a checkbox parts its label from its question', () => {
    expect(read({ name: 'Consent:Did all agree: yes?*', types: ['[Checkbox]'] })).toMatchObject({
      label: 'Consent',
      question: 'Did all agree: yes?',
      mark: '*',
    });
  });

  test('a date range names its two dates', () => {
    expect(read({ name: 'Embargo;Begin;End', types: ['[YYYY-MM-DD]'] })).toMatchObject({
      label: 'Embargo',
      beginLabel: 'Begin',
      endLabel: 'End',
    });
  });
});
