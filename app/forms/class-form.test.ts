import { expect, test } from 'vitest';

import type { ClassTable } from '@domain/api/class-report';

import {
  classColumns,
  classInWords,
  classRequest,
  nameTarget,
  readClass,
  readClassEntries,
  readDay,
  unusedColumns,
  writeClass,
} from './class-form';

const column = (name: string) => ({ name, info: null, dates: null });
const tables: ClassTable[] = [
  {
    name: '4a',
    firstRow: 3,
    columns: [column('Name'), column('SW')],
    leftOut: [{ from: 4, to: 4, reason: 'mean', text: 'Mittelwert' }],
    rows: [
      ['a\ttab, a\nline, a\\slash "quoted"', '1,2'],
      ['', ''],
    ],
  },
  { name: '4b', firstRow: 2, columns: [column('Name')], leftOut: [], rows: [['Bö <b>']] },
];

test('a class survives its way through a form, with the line breaks of browsers', () => {
  const carried = { tables, skipped: ['Deckblatt'] };
  const text = writeClass(carried);
  expect(readClass(text)).toEqual(carried);
  expect(readClass(text.replaceAll('\n', '\r\n'))).toEqual(carried);
});

test('a class that did not arrive whole is none', () => {
  const text = writeClass({ tables, skipped: [] });
  expect(readClass('')).toBeNull();
  expect(readClass(text.slice(0, -8))).toBeNull();
  expect(readClass(`${text}\nmore`)).toBeNull();
  expect(readClass('{"tables":[],"skipped":[]}')).toBeNull();
});

test('columns of the same name are one column', () => {
  expect(classColumns(tables).map(({ letters, name }) => [letters, name])).toEqual([
    ['A', 'Name'],
    ['B', 'SW'],
  ]);
});

test('a form becomes a request with names of children beside the targets', () => {
  const entries = [
    ['source', 'Name'],
    ['target', nameTarget],
    ['source', 'SW'],
    ['target', 'slj|cm'],
    ['testDate', '7.5.2026'],
  ] as const;
  expect(classRequest(tables, readClassEntries(entries, tables))).toEqual({
    tables,
    mapping: [{ source: 'SW', target: { key: 'slj', unit: 'cm' } }],
    names: ['Name'],
    testDate: '2026-05-07',
  });
});

test('days are read as they are written in both languages', () => {
  expect(readDay(' 7.5.2026 ')).toBe('2026-05-07');
  expect(readDay('07/05/2026')).toBe('2026-05-07');
  expect(readDay('2026-05-07')).toBe('2026-05-07');
  expect(readDay('')).toBeNull();
  expect(readDay('31.2.2026')).toBeUndefined();
  expect(readDay('May')).toBeUndefined();
});

test('what a form carries can be copied as tables', () => {
  const entries = [
    ['step', 'mapping'],
    ['tables', writeClass({ tables: tables.slice(1), skipped: [] })],
    ['source', 'Name'],
    ['target', nameTarget],
  ] as const;
  expect(classInWords((key) => key, entries)).toEqual([
    ['4b', 'Name\nBö <b>'],
    ['Name', nameTarget],
  ]);
  expect(classInWords((key) => key, [['pasted', 'a table']])).toEqual([['my-class:take.paste', 'a table']]);
});

test('columns for which nothing is chosen are in no report', () => {
  const choices = new Map([
    ['Name', nameTarget],
    ['SW', ''],
  ]);
  expect(unusedColumns(classColumns(tables), choices)).toEqual(['SW']);
});
