import { expect, test } from 'vitest';

import { compareRounds } from './compare-rounds';
import type { Round } from './rounds';

const column = (name: string, key: string | null = null, unit: string | null = null) => ({ name, key, unit });

function round(change: Partial<Round> = {}): Round {
  return {
    file: 'first',
    fileName: 'grip.csv',
    tables: [{ name: 'grip', rowCount: 300, n: 300, columns: [column('sex', 'sex', 'm/f'), column('grip')] }],
    comments: [{ table: 'grip', rule: 'R03', column: 1, row: 17, comment: 'A rower.' }],
    documents: [{ name: 'README.md', sha256: 'one' }],
    metadata: [{ id: 2, name: 'Title', values: ['Grip'] }],
    ...change,
  };
}
const compare = (before: Round, after: Round) => compareRounds(before, after, Math.trunc);
const nothing = { file: null, tables: [], columns: [], mapping: [], comments: [], documents: [], metadata: [] };

test('equal rounds do not differ', () => {
  expect(compare(round(), round())).toEqual(nothing);
});

test('a replaced file is named, also if it has the same name', () => {
  expect(compare(round(), round({ file: 'second' }))).toEqual({
    ...nothing,
    file: { before: 'grip.csv', after: 'grip.csv' },
  });
});

test('documents that came, went or have another content are told', () => {
  const after = round({
    documents: [
      { name: 'README.md', sha256: 'two' },
      { name: 'codebook.pdf', sha256: 'three' },
    ],
  });
  expect(compare(round(), after).documents).toEqual([
    { name: 'README.md', change: 'replaced' },
    { name: 'codebook.pdf', change: 'added' },
  ]);
  expect(compare(after, round({ documents: [] })).documents.map(({ change }) => change)).toEqual([
    'removed',
    'removed',
  ]);
});

test('rows, people and columns that came or went are told', () => {
  const columns = [column('sex', 'sex', 'm/f'), column('age')];
  const after = round({ tables: [{ name: 'grip', rowCount: 290, n: null, columns }], comments: [] });
  expect(compare(round({ comments: [] }), after)).toEqual({
    ...nothing,
    tables: [
      {
        name: 'grip',
        before: { rowCount: 300, n: 300, columnCount: 2 },
        after: { rowCount: 290, n: null, columnCount: 2 },
      },
    ],
    columns: [
      { table: 'grip', column: 'grip', isAdded: false },
      { table: 'grip', column: 'age', isAdded: true },
    ],
  });
});

test('other targets and units are told, also of the second column of a name', () => {
  const tables = (second: [string, string] | null, unit: string): Round['tables'] => [
    { name: 'grip', rowCount: 1, n: 1, columns: [column('grip', 'handgrip', unit), column('grip', ...(second ?? []))] },
  ];
  const before = round({ tables: tables(null, 'N'), comments: [] });
  expect(compare(before, round({ tables: tables(['slj', 'cm'], 'kg'), comments: [] })).mapping).toEqual([
    { table: 'grip', column: 'grip', before: { key: 'handgrip', unit: 'N' }, after: { key: 'handgrip', unit: 'kg' } },
    { table: 'grip', column: 'grip', before: null, after: { key: 'slj', unit: 'cm' } },
  ]);
});

test('the only table is the same one under another name, with its comments', () => {
  const [table] = round().tables;
  const after = round({
    file: 'second',
    fileName: 'grip-2.csv',
    tables: [{ ...table!, name: 'grip-2' }],
    comments: round().comments.map((comment) => ({ ...comment, table: 'grip-2' })),
  });
  expect(compare(round(), after)).toEqual({ ...nothing, file: { before: 'grip.csv', after: 'grip-2.csv' } });
});

test('tables that came or went are told whole', () => {
  const [table] = round().tables;
  const tables = [table!, { name: 'jump', rowCount: 5, n: 5, columns: [column('slj')] }];
  const size = { rowCount: 5, n: 5, columnCount: 1 };
  expect(compare(round(), round({ tables })).tables).toEqual([{ name: 'jump', before: null, after: size }]);
  expect(compare(round({ tables }), round())).toEqual({
    ...nothing,
    tables: [{ name: 'jump', before: size, after: null }],
  });
});

test('comments are compared by their cells, wherever their column stands', () => {
  const [table] = round().tables;
  const moved = [{ ...table!, columns: table!.columns.toReversed() }];
  const comment = { table: 'grip', rule: 'R03', column: 0, row: 17, comment: 'A rower.' };
  expect(compare(round(), round({ tables: moved, comments: [comment] })).comments).toEqual([]);
  const after = [
    { ...comment, comment: 'A climber.' },
    { ...comment, column: -1, row: 0 },
  ];
  expect(compare(round(), round({ tables: moved, comments: after })).comments).toEqual([
    { table: 'grip', rule: 'R03', column: 'grip', row: 17, before: 'A rower.', after: 'A climber.' },
    { table: 'grip', rule: 'R03', column: null, row: 0, before: null, after: 'A rower.' },
  ]);
  expect(compare(round(), round({ comments: [] })).comments).toEqual([
    { table: 'grip', rule: 'R03', column: 'grip', row: 17, before: 'A rower.', after: null },
  ]);
});

test('metadata is compared by field with what is nested in it, whatever the language of the names', () => {
  const before = [
    { id: 1, name: 'Author', values: ['Muster||Ada'] },
    { id: 1.2, name: 'Affiliation', values: ['One'], parents: [0] },
    { id: 2, name: 'Title', values: ['Grip'] },
  ];
  const after = [
    { id: 1, name: 'Autor:in', values: ['Muster||Ada'] },
    { id: 1.2, name: 'Institution', values: ['Two'], parents: [0] },
    { id: 2, name: 'Titel', values: ['Grip'] },
    { id: 6, name: 'Schlagwort', values: [] },
  ];
  expect(compare(round({ metadata: before }), round({ metadata: after })).metadata).toEqual([
    { field: 1, before: before.slice(0, 2), after: after.slice(0, 2) },
  ]);
});
