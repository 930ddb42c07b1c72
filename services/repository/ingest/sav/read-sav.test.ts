import { expect, test } from 'vitest';

import { readSavBytes } from '../../../../tests/support/read-sav-bytes';
import { highest, lowest, writeSav, type SavFile } from '../../../../tests/support/write-sav';

const study: SavFile = {
  label: 'Größe und Sprung',
  variables: [
    {
      name: 'SEX',
      longName: 'sex',
      label: 'Geschlecht',
      valueLabels: [
        [1, 'männlich'],
        [2, 'weiblich'],
      ],
    },
    { name: 'GRIP', label: 'Handkraft (kg)', missing: { values: [0] } },
    { name: 'CLASS', width: 3 },
    { name: 'COMMENT', longName: 'Anmerkung', width: 20 },
    { name: 'BORN', format: 20 },
    { name: 'REPORT', width: 600 },
  ],
  rows: [
    [1, 54.9, 'A', ' links gemessen', 13_000_000_000, 'ä'.repeat(300)],
    [2, null, 'B', null, null, null],
    [null, -0.1, 'a b', 'Übung', 86_400, 'kurz'],
  ],
};

const studyRows = [
  ['1', '54.9', 'A', ' links gemessen', '1994-09-26', 'ä'.repeat(300)],
  ['2', null, 'B', null, null, null],
  [null, '-0.1', 'a b', 'Übung', '1582-10-15', 'kurz'],
];

const orders = ['little', 'big'] as const;
const compressions = ['none', 'bytecode', 'zlib'] as const;
const forms = orders.flatMap((order) => compressions.map((compression) => ({ order, compression })));

test.each(forms)('a file in $order endian, compression $compression', async (form) => {
  const { name, columns, rows } = await readSavBytes(writeSav({ ...study, ...form }));
  expect(name).toBe('Größe und Sprung');
  expect(rows).toEqual(studyRows);
  expect(columns).toEqual([
    { name: 'sex', kind: 'number', label: 'Geschlecht', valueLabels: { 1: 'männlich', 2: 'weiblich' } },
    { name: 'GRIP', kind: 'number', label: 'Handkraft (kg)', missing: { values: ['0'], ranges: [] } },
    { name: 'CLASS', kind: 'text' },
    { name: 'Anmerkung', kind: 'text' },
    { name: 'BORN', kind: 'date' },
    { name: 'REPORT', kind: 'text' },
  ]);
});

test('the table of a file without a label is named after the file', async () => {
  expect((await readSavBytes(writeSav({ ...study, label: '' }))).name).toBe('study');
});

test.each(forms)('cases that span several reads: $order endian, $compression', async (form) => {
  const rows = Array.from({ length: 7_000 }, (_, i) => [i / 7, i % 90, `text ${i}`.padEnd(199, '.')]);
  const variables = [{ name: 'A' }, { name: 'B' }, { name: 'C', width: 199 }];
  // Blocks that end within a code group and within a number.
  const table = await readSavBytes(writeSav({ variables, rows, ...form, blockBytes: 9_999 }));
  expect(table.rows.length).toBe(rows.length);
  expect(table.rows.find((cells, i) => cells.join() !== rows[i]?.join())).toBeUndefined();
});

test.each([9, 255, 256, 504, 505, 32_767])('a string of %i bytes', async (width) => {
  const full = `${'ü'.repeat(Math.floor((width - 1) / 2))}${width % 2 === 0 ? '..' : '.'}`;
  const variables = [{ name: 'BEFORE' }, { name: 'TEXT', width }, { name: 'AFTER', width: 2 }];
  const rows = [
    [1, full, 'x'],
    [2, 'short', 'y'],
  ];
  const table = await readSavBytes(writeSav({ variables, rows, compression: 'bytecode' }));
  expect(table.columns.map(({ name }) => name)).toEqual(['BEFORE', 'TEXT', 'AFTER']);
  expect(table.rows).toEqual([
    ['1', full, 'x'],
    ['2', 'short', 'y'],
  ]);
});

test('numbers are shortest decimals; an infinite one is missing', async () => {
  const numbers = [0, -0, 1, 251, 75.24, 0.1 + 0.2, 1 / 3, 1e21, 1e-7, 2 ** 53, NaN, Infinity];
  const bytes = writeSav({ variables: [{ name: 'A' }], rows: numbers.map((number) => [number]) });
  const { rows } = await readSavBytes(bytes);
  const texts = numbers.map((number) => (Number.isFinite(number) ? String(number) : null));
  expect(rows.flat()).toEqual(texts);
  expect(rows.flat()).toContain('0.30000000000000004');
});

test('strings keep leading spaces, but not trailing spaces and zero bytes', async () => {
  const variables = [{ name: 'A', width: 12 }];
  const rows = [['  a b  '], ['a\0\0\0'], ['   '], ['\0'.repeat(12)]];
  const table = await readSavBytes(writeSav({ variables, rows }));
  expect(table.rows.flat()).toEqual(['  a b', 'a', null, null]);
});

test('a bias other than 100', async () => {
  const rows = [[-49], [0], [201], [202]];
  const bytes = writeSav({ variables: [{ name: 'A' }], rows, compression: 'bytecode', bias: 50 });
  expect((await readSavBytes(bytes)).rows).toEqual([['-49'], ['0'], ['201'], ['202']]);
});

test('value labels are keyed by the text of the cell', async () => {
  const words = Array.from({ length: 20 }, (_, i) => 'x'.repeat(i + 1));
  const { columns } = await readSavBytes(
    writeSav({
      variables: [
        { name: 'CODE', valueLabels: words.map((word, i) => [i - 1.5, word]) },
        { name: 'BORN', format: 20, valueLabels: [[0, 'unbekannt']] },
        { name: 'SHORT', width: 2, valueLabels: [['m', 'männlich']] },
        { name: 'LONGTEXT', longName: 'long text', width: 30, valueLabels: [['other answer', 'andere']] },
        { name: 'VERYLONG', width: 300, valueLabels: [['a', 'b']] },
        { name: '__proto', width: 9, valueLabels: [['__proto__', 'p']] },
      ],
      rows: [],
    }),
  );
  const labels = columns.map(({ valueLabels }) => Object.entries(valueLabels ?? {}));
  expect(labels).toEqual([
    words.map((word, i) => [String(i - 1.5), word]),
    [['1582-10-14', 'unbekannt']],
    [['m', 'männlich']],
    [['other answer', 'andere']],
    [['a', 'b']],
    [['__proto__', 'p']],
  ]);
});

test('weekdays and months have the names that SPSS shows', async () => {
  const variables = [
    { name: 'DAY', format: 26 },
    { name: 'MONTH', format: 27, valueLabels: [[1, 'Wintermonat']] as [number, string][] },
  ];
  const { columns } = await readSavBytes(writeSav({ variables, rows: [] }));
  expect(columns[0]?.valueLabels).toMatchObject({ 1: 'Sunday', 7: 'Saturday' });
  expect(columns[1]?.valueLabels).toMatchObject({ 1: 'Wintermonat', 2: 'February', 12: 'December' });
});

test('missing values: single ones, ranges, open ranges, texts', async () => {
  const { columns } = await readSavBytes(
    writeSav({
      variables: [
        { name: 'THREE', missing: { values: [-9, 0.5, 99] } },
        { name: 'RANGE', missing: { range: [90, 99] } },
        { name: 'LOTHRU', missing: { range: [lowest, 0], values: [999] } },
        { name: 'THRUHI', missing: { range: [900, highest] } },
        { name: 'SHORT', width: 4, missing: { values: ['k.A.', ''] } },
        { name: 'LONGTEXT', width: 30, missing: { values: ['unknown', '-'] } },
      ],
      rows: [],
    }),
  );
  expect(columns.map(({ missing }) => missing)).toEqual([
    { values: ['-9', '0.5', '99'], ranges: [] },
    { values: [], ranges: [{ from: '90', to: '99' }] },
    { values: ['999'], ranges: [{ from: null, to: '0' }] },
    { values: [], ranges: [{ from: '900', to: null }] },
    { values: ['k.A.'], ranges: [] },
    { values: ['unknown', '-'], ranges: [] },
  ]);
});

test('documents, attributes and unknown records are skipped', async () => {
  const attributes = [17, 18, 11, 99].map((subtype) => ({ subtype, size: 1, bytes: Buffer.from("A('1'\n)") }));
  const table = await readSavBytes(writeSav({ ...study, documents: ['first', 'second'], extensions: attributes }));
  expect(table.rows).toEqual(studyRows);
});

test.each(compressions)('a number of cases that is not in the header, compression %s', async (compression) => {
  const unknown = { ...study, compression, caseCount: -1 };
  expect((await readSavBytes(writeSav(unknown))).rows).toEqual(studyRows);
  const count = Buffer.alloc(16);
  count.writeBigInt64LE(1n, 0);
  count.writeBigInt64LE(3n, 8);
  const told = { ...unknown, extensions: [{ subtype: 16, size: 8, bytes: count }] };
  expect((await readSavBytes(writeSav(told))).rows).toEqual(studyRows);
});

test('a file without cases has columns and no rows', async () => {
  const table = await readSavBytes(writeSav({ ...study, rows: [], compression: 'zlib' }));
  expect([table.columns.length, table.rows.length]).toEqual([6, 0]);
});
