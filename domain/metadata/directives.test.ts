import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SchemaField } from '../api/metadata';
import { fieldStyles, readSchema, shownValue, storedValue } from './directives';

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
  suggest: false,
  section: '',
  wording: null,
};

function read(changes: Partial<SchemaField>) {
  const [field] = readSchema([{ ...bare, ...changes }]);
  if (!field) throw new Error('no field');
  return field;
}

describe('directives', () => {
  test('a field without directives is a repeatable input with suggestions', () => {
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

  test('[Name] uses the remaining entries as the names of its two parts', () => {
    expect(read({ types: ['[Name]', '[0..1]', 'Family name', 'Given name'] })).toMatchObject({
      multi: false,
      choices: [],
      subLabels: ['Family name', 'Given name'],
    });
  });

  test('[Placeholder] takes the next entry, whatever it looks like', () => {
    expect(read({ types: ['[Placeholder]', '[0..1]', 'A'] })).toMatchObject({ placeholder: '[0..1]', multi: true });
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

  test('fields nested in a private field are private too', () => {
    const fields = readSchema([
      { ...bare, id: 1, private: true },
      { ...bare, id: 1.1, types: ['[Nested]'] },
      { ...bare, id: 2 },
      { ...bare, id: 2.1, types: ['[Nested]'], private: true },
    ]);
    expect(fields.map((field) => field.private)).toEqual([true, true, false, true]);
  });

  test('[Validate] marks a field that the server validates separately', () => {
    expect(read({ types: ['[Validate]'] }).validate).toBe(true);
    expect(read({}).validate).toBe(false);
  });

  test('choices have a stored value besides the text on the page', () => {
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

  test('the name of a checkbox contains its label and its question', () => {
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

describe('over 500 generated fields', () => {
  const words = fc.constantFrom('A', 'B', 'Schule', '[unknown]', '[ SelectOnly ]', 'x;y', 'a:b', '[0..2]', '*');
  const directives = [
    '[SelectOnly]',
    '[Checkbox]',
    '[TextArea]',
    '[YYYY-MM-DD]',
    '[0..1]',
    '[Name]',
    '[SUFL]',
    '[Nested]',
    '[Language]',
    '[Validate]',
  ];
  const single = ['[Checkbox]', '[TextArea]', '[YYYY-MM-DD]', '[0..1]', '[SUFL]'];
  const runs = { numRuns: 500 };
  const fields = fc.record({
    used: fc.uniqueArray(fc.constantFrom(...directives)),
    rest: fc.array(words, { maxLength: 4 }),
    placeholder: fc.option(fc.oneof(words, fc.constantFrom(...directives))),
    multi: fc.boolean(),
  });

  test('directives are consumed wherever they are, and everything else keeps its order', () => {
    fc.assert(
      fc.property(fields, fc.boolean(), ({ used, rest, placeholder, multi }, directivesFirst) => {
        const held = placeholder === null ? [] : ['[Placeholder]', placeholder];
        const types = directivesFirst ? [...used, ...held, ...rest] : [...rest, ...held, ...used];
        const field = read({ types, multi, name: 'Label;Begin;End*' });
        const shown = [...field.subLabels, ...field.choices.map(({ label }) => label)];
        expect(shown).toEqual(rest);
        expect(field.placeholder).toBe(placeholder ?? '');
        expect(fieldStyles).toContain(field.style);
        expect(field.multi).toBe(multi && !single.some((directive) => used.includes(directive)));
        expect(field.validate).toBe(used.includes('[Validate]'));
        expect(field.required).toBe(true);
      }),
      runs,
    );
  });

  test('a text that was shown is stored unchanged, whether it is a choice or not', () => {
    const labels = fc.uniqueArray(
      fc.string({ minLength: 1 }).map((text) => `l${text.trim()}`),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(labels, fc.string(), (types, text) => {
        const choices = types.map((_, index) => `value ${index}`);
        const field = read({ types, choices });
        for (const value of choices) expect(storedValue(field, shownValue(field, value))).toBe(value);
        if (!types.includes(text.trim()) && !choices.includes(text)) {
          expect(storedValue(field, shownValue(field, text))).toBe(text);
        }
      }),
      runs,
    );
  });
});
