import { expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';

import { field } from '../../components/metadata-form/testing/form-field';
import {
  addValue,
  entriesOf,
  type FormState,
  parseMetadataForm,
  parseValueName,
  valueName,
  removeValue,
  setValue,
  valuesAt,
} from './form-state';
import {
  applyMetadataTemplate,
  dropEmptyValues,
  errorPath,
  formOf,
  metadataOf,
  metadataWithPaths,
} from './stored-metadata';

const fields = [
  field(1, { style: 'Name', multi: true, subLabels: ['Family name', 'Given name'] }),
  field(1.1, { nestedIn: 1 }),
  field(1.2, { nestedIn: 1, multi: true }),
  field(2),
  field(5, { style: 'TextArea' }),
  field(9, { style: 'DateRangeYMD' }),
  field(11, { multi: true, choices: [{ value: 'School', label: 'Schule' }] }),
  field(20, { style: 'DropDownList', choices: [{ value: 'SUFL 1.0', label: 'SUFL 1.0' }] }),
  field(20.1, { style: 'SUFL', nestedIn: 20, requiredWith: ['SUFL 1.0'] }),
  field(23, { style: 'Checkbox' }),
];

const metadata: MetadataEntry[] = [
  { id: 1, name: 'Field 1', values: ['Beck||Ada', 'Chu||Li'] },
  { id: 1.1, name: 'Field 1.1', values: ['0000-0001-5109-3700'], parents: [1] },
  { id: 1.2, name: 'Field 1.2', values: ['KIT', 'Uni Köln', 'DSHS'], parents: [0, 1, 1] },
  { id: 2, name: 'Field 2', values: ['Grip force of children'] },
  { id: 5, name: 'Field 5', values: ['Line one\nline two'] },
  { id: 9, name: 'Field 9', values: ['2018-3--2019--'] },
  { id: 11, name: 'Field 11', values: ['School', 'Somewhere else'] },
  { id: 20, name: 'Field 20', values: ['SUFL 1.0'] },
  { id: 20.1, name: 'Field 20.1', values: ['confirmed'], parents: [0] },
  { id: 23, name: 'Field 23', values: ['yes'] },
];

/** Entries with line breaks as a browser posts them. */
function post(state: FormState): [string, string][] {
  return entriesOf(state).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]);
}

test('stored metadata comes through the form unchanged', () => {
  const posted = post(formOf(fields, metadata));
  expect(metadataOf(fields, parseMetadataForm(fields, posted))).toEqual(metadata);
});

test('a choice is shown in the language of the page and stored by its value', () => {
  expect(valuesAt(formOf(fields, metadata), fields, { field: 11, parent: null })[0]?.parts).toEqual(['Schule']);
});

test('names of value positions are safe and can be parsed', () => {
  const path = { field: 1.2, parent: 3, index: 1 };
  expect(valueName(path)).toBe('f1_2-3-1');
  expect(parseValueName('f1_2-3-1')).toEqual(path);
  expect(parseValueName('f2-0')).toEqual({ field: 2, parent: null, index: 0 });
});

test.each(['intent', 'f2', 'f2-1000', 'f1_2-500000-0', 'f2-0-0-0', '__proto__'])('%s is not a form name', (name) => {
  expect(parseValueName(name)).toBeNull();
});

test('gaps in a crafted form are closed, and single fields take one value', () => {
  const state = parseMetadataForm(fields, [
    ['f11-7', 'Club'],
    ['f11-2', 'Schule'],
    ['f2-0', 'First'],
    ['f2-1', 'Second'],
  ]);
  expect(valuesAt(state, fields, { field: 11, parent: null }).map(({ parts }) => parts[0])).toEqual(['Schule', 'Club']);
  expect(valuesAt(state, fields, { field: 2, parent: null })).toHaveLength(1);
});

test('an author is added with their own empty affiliation, and removed with all nested values', () => {
  const added = addValue(formOf(fields, metadata), fields, { field: 1, parent: null });
  expect(valuesAt(added, fields, { field: 1.2, parent: 2 })).toHaveLength(1);
  const removed = removeValue(added, fields, { field: 1, parent: null, index: 0 });
  expect(metadataOf(fields, removed).find(({ id }) => id === 1.2)).toMatchObject({
    values: ['Uni Köln', 'DSHS'],
    parents: [0, 0],
  });
});

test('the last value is emptied instead of removed', () => {
  const removed = removeValue(formOf(fields, metadata), fields, { field: 1.2, parent: 0, index: 0 });
  expect(valuesAt(removed, fields, { field: 1.2, parent: 0 })).toMatchObject([{ parts: [''] }]);
});

test('a repeatable field stops growing at the cap, a single one never grows', () => {
  let state: FormState = formOf(fields, []);
  for (let count = 0; count < 120; count++) state = addValue(state, fields, { field: 11, parent: null });
  expect(valuesAt(state, fields, { field: 11, parent: null })).toHaveLength(100);
  expect(
    valuesAt(addValue(state, fields, { field: 2, parent: null }), fields, { field: 2, parent: null }),
  ).toHaveLength(1);
});

test('empty values between others are dropped, so that errors point to the right line', () => {
  const state = parseMetadataForm(fields, [
    ['f11-0', ''],
    ['f11-1', 'Schule'],
    ['f1-0', ''],
    ['f1-0', ''],
    ['f1_2-0-0', 'KIT'],
  ]);
  const compact = dropEmptyValues(fields, state);
  expect(valuesAt(compact, fields, { field: 11, parent: null })).toHaveLength(1);
  expect(metadataOf(fields, compact)).toEqual([
    { id: 1, name: 'Field 1', values: [''] },
    { id: 1.2, name: 'Field 1.2', values: ['KIT'], parents: [0] },
    { id: 11, name: 'Field 11', values: ['School'] },
  ]);
});

test('an error in the third affiliation is shown at the second one of author 2', () => {
  const entries = metadataWithPaths(fields, formOf(fields, metadata));
  expect(errorPath({ field: 1.2, index: 2, parent: 1, code: 'too-long' }, entries, fields)).toEqual({
    field: 1.2,
    parent: 1,
    index: 1,
  });
});

test('errors are at the shown positions of their values, whatever empty ones are between them', () => {
  const state = parseMetadataForm(fields, [
    ['f1-0', ''],
    ['f1-0', ''],
    ['f1-1', 'Beck'],
    ['f1-1', ''],
    ['f1_2-1-0', ''],
    ['f1_2-1-1', 'KIT'],
    ['f11-0', ''],
    ['f11-1', 'Schule'],
  ]);
  const entries = metadataWithPaths(fields, state);
  const pathOf = (error: { field: number; index: number; parent: number | null; code: string }) =>
    errorPath(error, entries, fields);
  expect(pathOf({ field: 11, index: 0, parent: null, code: 'too-long' })).toMatchObject({ index: 1 });
  expect(pathOf({ field: 1.2, index: 0, parent: 0, code: 'ror' })).toEqual({ field: 1.2, parent: 1, index: 1 });
  expect(pathOf({ field: 1.1, index: 0, parent: 0, code: 'required' })).toEqual({ field: 1.1, parent: 1, index: 0 });
});

test('Confirm only sets the value of its own field', () => {
  const state = setValue(formOf(fields, []), fields, { field: 20.1, parent: 0, index: 0 }, 'confirmed');
  expect(valuesAt(state, fields, { field: 20.1, parent: 0 })[0]?.parts).toEqual(['confirmed']);
  expect(valuesAt(state, fields, { field: 2, parent: null })[0]?.parts).toEqual(['']);
});

test('a template fills its fields and leaves the others as typed', () => {
  const state = formOf(fields, metadata);
  const filled = applyMetadataTemplate(fields, state, [{ id: 11, name: 'Field 11', values: ['Club'] }]);
  expect(metadataOf(fields, filled).find(({ id }) => id === 11)?.values).toEqual(['Club']);
  expect(metadataOf(fields, filled).find(({ id }) => id === 2)?.values).toEqual(['Grip force of children']);
});

test('a required select with one choice is filled in from the beginning', () => {
  const only = [field(8, { style: 'DropDownList', required: true, choices: [{ value: 'A', label: 'A' }] })];
  expect(metadataOf(only, formOf(only, []))).toEqual([{ id: 8, name: 'Field 8', values: ['A'] }]);
});

test('a confirmation of a licence that is no longer chosen is not saved', () => {
  const state = formOf(fields, metadata);
  const changed = setValue(state, fields, { field: 20, parent: null, index: 0 }, 'CC-BY 4.0');
  expect(metadataOf(fields, changed).map(({ id }) => id)).not.toContain(20.1);
  expect(metadataOf(fields, state).map(({ id }) => id)).toContain(20.1);
});
