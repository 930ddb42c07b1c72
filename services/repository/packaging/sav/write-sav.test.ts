import { describe, expect, test } from 'vitest';

import { readSavBytes } from '../../../../tests/support/read-sav-bytes';
import { readSavIndependently } from '../../../../tests/support/read-sav-independently';
import type { SqlValue } from '../../context/table-engine';
import { CaseWriter } from '../../row-formats/case-writer';
import { cutUtf8, type SavVariable } from '../../row-formats/sav-variable';
import { writeSav } from './write-sav';

const number = (name: string, decimals = 0, label = ''): SavVariable => ({
  name,
  label,
  width: 0,
  shown: { width: 8, decimals },
  valueLabels: [],
  level: 'scale',
});
const text = (name: string, width: number, valueLabels: [string, string][] = [], label = ''): SavVariable => ({
  name,
  label,
  width,
  shown: { width: Math.min(width, 40), decimals: 0 },
  valueLabels,
  level: 'nominal',
});

async function write(variables: SavVariable[], rows: SqlValue[][], title = 'Test'): Promise<Buffer> {
  const header = { title, writtenAt: new Date('2026-11-25T07:08:09Z'), variables, caseCount: rows.length };
  const cases = (async function* () {
    const writer = new CaseWriter(variables.map(({ width }) => width));
    for (const [i, row] of rows.entries()) {
      writer.add(row);
      if (i % 1000 === 999) yield writer.take();
    }
    yield writer.finish();
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSav(header, cases)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const variables = [
  number('slj', 1, 'Standweitsprung (cm)'),
  text('sex', 1, [['m', 'männlich'], ['f', 'weiblich']], 'Geschlecht'), // prettier-ignore
  text('state', 5, [['DE-BY', 'Bayern']]),
  text('group', 20, [['Kontrolle', 'Gruppe ohne Training']]),
  number('person_id'),
  text('remark', 255),
  text('long_text', 256),
  text('longer_text', 700),
  text('longest', 32_767),
];
const rows: SqlValue[][] = [
  [231.5, 'm', 'DE-BY', 'Übungsgruppe', 1, 'a', 'b', 'c', 'd'],
  [null, 'f', null, null, 2, 'ü'.repeat(127), 'x'.repeat(256), `${'y'.repeat(254)}ö${'z'.repeat(440)}`, 'ä'.repeat(16_383)],
  [-99, 'm', 'DE-BW', 'Kontrolle', 151, null, 'ß'.repeat(128), 'end', null],
  [-100, '', '', ' leading', 152, 'two  spaces', '', '', ''],
  [0.1, 'f', 'ÄÖ', 'ends', 1e9, '', '', 'w'.repeat(700), '日本'],
  [Number.NaN, 'f', '12345', '20 characters exactly', 5e-324, '', '', '', ''],
  [Number.MAX_SAFE_INTEGER, null, null, null, -0.5, null, null, null, null],
]; // prettier-ignore

/** The cells as they are read; '' is a missing number or an empty text. */
const readAs = rows.map((row) =>
  row.map((cell, i) => {
    if (cell === null || Number.isNaN(cell)) return '';
    return typeof cell === 'string' ? cutUtf8(cell, variables[i]?.width ?? 0).toString('utf8') : cell;
  }),
);

describe('A system file', () => {
  test('gives our reader the same names, labels and cells', async () => {
    const { columns, rows: read } = await readSavBytes(await write(variables, rows));
    expect(columns.map(({ name }) => name)).toEqual(variables.map(({ name }) => name));
    expect(columns[1]).toMatchObject({
      label: 'Geschlecht',
      kind: 'text',
      valueLabels: { m: 'männlich', f: 'weiblich' },
    });
    expect(columns[3]).toMatchObject({ valueLabels: { Kontrolle: 'Gruppe ohne Training' } });
    expect(columns[0]).toMatchObject({ label: 'Standweitsprung (cm)', kind: 'number' });
    expect(read).toEqual(readAs.map((row) => row.map((cell) => (cell === '' ? null : String(cell)))));
  });

  test('gives an independent reader the same names, labels and cells', async () => {
    const {
      header,
      variables: named,
      valueLabels,
      rows: read,
    } = await readSavIndependently(await write(variables, rows));
    expect(header).toMatchObject({ encoding: 'UTF-8', n_cases: rows.length, n_vars: variables.length });
    expect(named).toMatchObject(variables.map(({ name, label }) => ({ name, label })));
    expect(valueLabels).toEqual(
      Object.fromEntries([1, 2, 3].map((i) => [variables[i]?.name, variables[i]?.valueLabels])),
    );
    // It cuts characters of several bytes where a segment of a very long string ends.
    const known = (cell: unknown, i: number) =>
      (variables[i]?.width ?? 0) > 255 ? String(cell).match(/^\w*$/)?.[0] : cell;
    const cells = read.map((row) => variables.map(({ name }) => row[name] ?? ''));
    expect(cells.map((row) => row.map(known))).toEqual(readAs.map((row) => row.map(known)));
  });

  test('has the bytes that the format describes', async () => {
    const bytes = await write([number('a', 1), text('b', 3, [['x', 'y']], 'L')], [[1, 'x'], [2.5, null]], 'T'); // prettier-ignore
    expect(bytes.toString('latin1', 0, 24)).toBe('$FL2@(#) SPSS DATA FILE ');
    // Layout 2, two elements a case, compressed, no weight, two cases, bias 100.
    expect([64, 68, 72, 76, 80].map((at) => bytes.readInt32LE(at))).toEqual([2, 2, 1, 0, 2]);
    expect(bytes.readDoubleLE(84)).toBe(100);
    expect(bytes.toString('latin1', 92, 110)).toBe('25 Nov 2607:08:09T');
    // Variable a: number, no label, no missing values, F8.1.
    expect([176, 180, 184, 188, 192, 196].map((at) => bytes.readInt32LE(at))).toEqual([2, 0, 0, 0, 0x050801, 0x050801]);
    // Variable b: three bytes, a label of one byte, one missing value of blanks.
    expect([208, 212, 216, 220, 224].map((at) => bytes.readInt32LE(at))).toEqual([2, 3, 1, 1, 0x010300]);
    expect(bytes.toString('latin1', 240, 256)).toBe('\x01\0\0\0L\0\0\0        ');
    // Value labels of element 2.
    expect(bytes.subarray(256, 288)).toEqual(
      Buffer.from('\x03\0\0\0\x01\0\0\0x       \x01y\0\0\0\0\0\0' + '\x04\0\0\0\x01\0\0\0', 'latin1'),
    );
    // Codes: 1, uncompressed, uncompressed, blank, end of cases.
    const cases = bytes.subarray(bytes.indexOf(Buffer.from('\xe7\x03\0\0\0\0\0\0', 'latin1')) + 8);
    expect([...cases.subarray(0, 8)]).toEqual([101, 253, 253, 254, 252, 0, 0, 0]);
    expect(cases.toString('latin1', 8, 16)).toBe('x       ');
    expect([cases.readDoubleLE(16), cases.length]).toEqual([2.5, 24]);
  });

  test('has cases of many blocks and chunks', async () => {
    const many = Array.from({ length: 30_000 }, (_, i): SqlValue[] => [i % 300, i / 7, `t${i}`, i % 5 ? 'same' : null]);
    const columns = [number('whole'), number('part', 3), text('own', 6), text('same', 4)];
    const bytes = await write(columns, many);
    const { rows: read } = await readSavBytes(bytes);
    expect(read).toEqual(many.map((row) => row.map((cell) => (cell === null ? null : String(cell)))));
    expect((await readSavIndependently(bytes)).rows.at(-1)).toEqual({
      whole: 299,
      part: 29_999 / 7,
      own: 't29999',
      same: 'same',
    });
  });

  test('may have no case', async () => {
    expect((await readSavBytes(await write([number('a')], []))).rows).toEqual([]);
  });
});
