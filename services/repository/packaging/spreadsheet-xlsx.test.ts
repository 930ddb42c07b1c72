import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readWorkbook } from '../../../tests/support/read-workbook';
import type { SpreadsheetCell } from '../row-formats/csv';
import { xlsxParts } from './spreadsheet-xlsx';
import { zipStream } from './zip-stream';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'spreadsheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(rows: AsyncIterable<SpreadsheetCell[]>, rowCount: number, sheetRows?: number) {
  const headings = ['a & b', 'c'].map((text) => ({ text, width: 10 }));
  const parts = xlsxParts({ name: 'R&D', headings, rows, rowCount, sheetRows });
  const file = path.join(folder, 'written.xlsx');
  await pipeline(zipStream(parts, new Date()), createWriteStream(file));
  return file;
}
async function* list(...rows: SpreadsheetCell[][]) {
  yield* rows;
}

test('two other readers get back what was written', async () => {
  const texts = ['<a> & "b"', ' blank ', 'two\nlines', 'cr\r\nlf', '_x000D_', '\u0007bell', 'ä€😀', '=1+1', '007'];
  const rows: SpreadsheetCell[][] = [[1.5, -2], [null, ''], ...texts.map((text) => [text, null])];
  const file = await write(list(...rows), rows.length);
  // A text that looks like a formula is a text, so it needs no apostrophe.
  const expected = [['a & b', 'c'], ['1.5', '-2'], ...texts.map((text) => [text])];
  const own = (await readWorkbook(file)).get('R&D') ?? [];
  // Readers handle a carriage return differently.
  const plain = (cells: unknown[]) => cells.flatMap((cell) => (cell === '' ? [] : String(cell).replace(/\r/g, '')));
  expect(own.map(plain).filter((cells) => cells.length > 0)).toEqual(expected.map(plain));
  const { Sheets } = read(await readFile(file));
  const other = utils.sheet_to_json<SpreadsheetCell[]>(Sheets['R&D']!, { header: 1, blankrows: false });
  expect(other.map(plain)).toEqual(expected.map(plain));
  expect(other[1]).toEqual([1.5, -2]);
});

test('rows that do not fit on a sheet continue on further ones with the same headings', async () => {
  const file = await write(list(['1', '2'], ['3', '4'], ['5', '6']), 3, 3);
  expect([...(await readWorkbook(file))]).toEqual([
    [
      'R&D',
      [
        ['a & b', 'c'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'R&D 2',
      [
        ['a & b', 'c'],
        ['5', '6'],
      ],
    ],
  ]);
});

test('a table without rows has its headings, and a text longer than a cell is cut', async () => {
  expect([...(await readWorkbook(await write(list(), 0)))]).toEqual([['R&D', [['a & b', 'c']]]]);
  const long = (await readWorkbook(await write(list(['x'.repeat(40_000), null]), 1))).get('R&D')?.[1]?.[0];
  expect([long?.length, long?.at(-1)]).toEqual([32_767, '…']);
});

test('rows are requested as they are read, until the reader goes away', async () => {
  let asked = 0;
  let closed = false;
  async function* endless() {
    try {
      for (; ; asked += 1) yield [String(Math.sin(asked)), String(Math.cos(asked))];
    } finally {
      closed = true;
    }
  }
  const headings = [{ text: 'a', width: 10 }];
  const zip = zipStream(xlsxParts({ name: 'S', headings, rows: endless(), rowCount: 1e6 }), new Date());
  let bytes = 0;
  for await (const piece of zip) {
    bytes += (piece as Buffer).length;
    if (bytes > 100_000) break;
  }
  await expect.poll(() => closed).toBe(true);
  expect(asked).toBeLessThan(100_000);
});

test('fewer rows than announced are an error', async () => {
  await expect(write(list(['1', '2']), 2)).rejects.toThrow('There are fewer rows');
});
