import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { readSavFile } from '../../../../tests/support/read-sav-bytes';
import { FileFailure } from '../file-failure';

const realData = process.env.MOTOTHEK_DATA ?? path.resolve('../shared/data');
const corpus = path.join(realData, 'corpus');
const expectations = path.join(corpus, 'expected.tsv');

test.skipIf(!existsSync(expectations))('files of other projects have the expected shape or are refused', async () => {
  const lines = readFileSync(expectations, 'utf8').split('\n');
  const files = lines.map((line) => line.split('\t')).filter(([file]) => file?.startsWith('sav/'));
  expect(files.length).toBeGreaterThan(30);
  for (const [file = '', expected, , rows, columns] of files) {
    const found = await shapeOf(path.join(corpus, file));
    const wanted = expected === 'ok' ? `${rows} x ${columns}` : 'password-protected';
    expect(`${file}: ${found}`).toBe(`${file}: ${wanted}`);
  }
});

async function shapeOf(file: string): Promise<string> {
  try {
    const { rows, columns } = await readSavFile(file);
    return `${rows.length} x ${columns.length}`;
  } catch (error) {
    if (error instanceof FileFailure) return error.code;
    throw error;
  }
}

test.skipIf(!existsSync(expectations)).each([
  ['diazbastian__HOTEL_SAV.sav', 'diazbastian__HOTEL_SAV_ZSAV.zsav'],
  ['diazbastian__HOTEL_SAV.sav', 'diazbastian__HOTEL_SAV_7.sav'],
  ['diazbastian__REPAIRS_SAV.sav', 'diazbastian__REPAIRS_ZSAV.zsav'],
  ['diazbastian__PHYSIOLOGY_SAV.sav', 'diazbastian__PHYSIOLOGY_ZSAV.zsav'],
  ['Roche__sample.sav', 'Roche__sample.zsav'],
])('%s and %s have the same content', async (one, other) => {
  const [first, second] = await Promise.all([one, other].map((name) => readSavFile(path.join(corpus, 'sav', name))));
  expect(second?.rows).toEqual(first?.rows);
  expect(second?.columns).toEqual(first?.columns);
});

/** Columns of body-performance.csv, keyed by those of the sav file. */
const csvColumns = [
  'age',
  'gender',
  'height',
  'weight',
  'fat',
  'grip force',
  'sit and bend forward',
  'sit-ups',
  'broad jump',
  'class',
];

const study = path.join(realData, 'body-performance.sav');
test.skipIf(!existsSync(study))('a real study has the cells of its csv', async () => {
  const csv = readFileSync(path.join(realData, 'body-performance.csv'), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  const { rows, columns } = await readSavFile(study);
  expect(columns[1]).toMatchObject({ name: 'sex', valueLabels: { 1: 'männlich', 2: 'weiblich' } });
  expect(rows.length).toBe(data.length);
  const wanted = data.map((row) => csvColumns.map((name) => cellOf(name, row[name] ?? '')).join());
  expect(rows.findIndex((row, i) => row.join() !== wanted[i])).toBe(-1);
});

function cellOf(column: string, text: string): string {
  if (column === 'gender') return text === 'M' ? '1' : '2';
  return column === 'class' ? text : String(Number(text));
}
