import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { utils, write, type BookType } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDiskFileStore } from '../files/disk-file-store';
import type { FileStore } from '../context/file-store';
import { startTableEngine } from '../tables/duckdb-engine';
import { sqlText, type TableEngine } from '../context/table-engine';
import { readTables } from './read-tables';
import { makeWorkbook, rowsXml } from './testing/workbook';

let folder: string;
let files: FileStore;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tables-'));
  files = await createDiskFileStore(path.join(folder, 'objects'));
  tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

async function readFileAt(file: string) {
  const source = { path: file, name: 'study' };
  const reading = await readTables({ files, tables }, source, (i) => `t${i}`, new AbortController().signal);
  const read = await Promise.all(
    reading.tables.map(async ({ name, rowCount, columns, objectKey }) => {
      const from = `read_parquet(${sqlText((await files.openLocal(objectKey)).path)}, file_row_number = true)`;
      const rows = await tables.all(`select * from ${from} where file_row_number < 9 order by file_row_number`);
      const cells = rows.map((row) => columns.map((_, i) => row[`c${i}`]));
      return { name, rowCount, columns, cells };
    }),
  );
  return { dialect: reading.dialect, tables: read };
}
async function read(content: Buffer) {
  const file = path.join(folder, 'input');
  await writeFile(file, content);
  return readFileAt(file);
}
const named = (...names: string[]) => names.map((name) => expect.objectContaining({ name, info: null }) as unknown);

test('every visible sheet with rows is a table, with its header below titles and joined with its units', async () => {
  const measured = [
    ['Grip study', null, null],
    [null, null, null],
    ['id', 'height', 'height'],
    [null, 'cm', 'm'],
    ['007', 150.5, 1.505],
    ['008', 160, 1.6],
  ];
  const content = await makeWorkbook({
    sheets: {
      Notes: rowsXml([['measured in May']]),
      Girls: rowsXml(measured),
      Old: rowsXml([
        ['id', 'x'],
        [1, 2],
      ]),
      'r/%ä': rowsXml([
        ['id', null],
        ['a', 1],
      ]),
    },
    hidden: ['Old'],
  });
  expect(await read(content)).toEqual({
    dialect: null,
    tables: [
      {
        name: 'Girls',
        rowCount: 2,
        columns: named('id', 'height / cm', 'height / m'),
        cells: [
          ['007', '150.5', '1.505'],
          ['008', '160', '1.6'],
        ],
      },
      { name: 'r/%ä', rowCount: 1, columns: named('id', 'Column B'), cells: [['a', '1']] },
    ],
  });
});

test('columns keep their letters, because empty ones at the left are kept', async () => {
  const { tables } = await read(
    await makeWorkbook({
      sheets: {
        One: rowsXml([
          [null, 'a', 'a'],
          [null, 1, 2],
        ]),
      },
    }),
  );
  expect(tables[0]?.columns).toEqual(named('Column A', 'a', 'a (2)'));
});

test.each([
  ['Excel 97 to 2003', 'biff8', 'Größen.'],
  ['Excel 95', 'biff5', 'Groesse'],
  ['Excel 4', 'biff4', 'Groesse'],
])('a workbook of %s', async (_, bookType, height) => {
  const sheet = utils.aoa_to_sheet([
    [height, 'Datum', 'ja'],
    [150.5, 44197, true],
    [160, 44198, false],
  ]);
  for (const cell of ['B2', 'B3']) Object.assign(sheet[cell] as object, { z: 'dd.mm.yyyy' });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Girls');
  const content = write(book, { type: 'buffer', bookType: bookType as BookType }) as Buffer;
  // The library writes no umlauts into old workbooks, where they are Windows-1252.
  if (height === 'Groesse') content.write('Größen.', content.indexOf(height), 'latin1');
  const found = await read(content);
  const [table] = found.tables;
  expect(table?.columns.map(({ name }) => name)).toEqual(['Größen.', 'Datum', 'ja']);
  expect(table?.cells).toEqual([
    ['150.5', '2021-01-01', 'TRUE'],
    ['160', '2021-01-02', 'FALSE'],
  ]);
});

test('a workbook without rows, or with too many columns, is refused', async () => {
  const refusal = async (rows: string) => read(await makeWorkbook({ sheets: { One: rows } }));
  await expect(refusal(rowsXml([['a', 'b']]))).rejects.toMatchObject({ code: 'no-sheet-with-rows' });
  await expect(refusal('')).rejects.toMatchObject({ code: 'no-sheet-with-rows' });
  const wide = rowsXml([new Array<string>(1001).fill('a'), new Array<number>(1001).fill(1)]);
  await expect(refusal(wide)).rejects.toMatchObject({
    code: 'too-many-columns',
    parameters: { count: 1001, max: 1000 },
  });
});

test('no temporary files are left behind', async () => {
  expect(await readdir(path.join(folder, 'objects', '.incoming'))).toEqual([]);
});

const realData = process.env.MOTOTHEK_DATA ?? path.resolve('../shared/data');
for (const name of ['body-performance.xlsx', 'body-performance.xls']) {
  test.skipIf(!existsSync(path.join(realData, name)))(`the real file ${name}`, async () => {
    const { tables } = await readFileAt(path.join(realData, name));
    expect(tables.map((table) => [table.name, table.rowCount, table.columns.length])).toEqual([
      ['Männer', 8467, 12],
      ['Frauen', 4926, 12],
    ]);
    expect(tables[0]?.cells[0]?.slice(0, 4)).toEqual(['27', 'M', '172.3', '75.24']);
  });
}

test.skipIf(!existsSync(path.join(realData, 'body-performance.sav')))(
  'the real file of SPSS keeps labels and missing codes',
  async () => {
    const { tables } = await readFileAt(path.join(realData, 'body-performance.sav'));
    expect(tables).toMatchObject([{ name: 'study', rowCount: 13_393 }]);
    const infoOf = (column: string) => tables[0]?.columns.find(({ name }) => name === column)?.info;
    expect(infoOf('sex')?.valueLabels).toEqual({ 1: 'männlich', 2: 'weiblich' });
    expect(infoOf('grip')?.missing?.values).toEqual(['0']);
  },
);

test('a codebook gives the columns it explains labels for their values', async () => {
  const content = await makeWorkbook({
    sheets: {
      '3a': rowsXml([['Nr', 'Bub/Mädel', 'SW'], ...Array.from({ length: 6 }, (_, i) => [i + 1, 'Xy', 120 + i])]),
      Legende: rowsXml([
        ['Spalte', 'Bedeutung', 'Einheit'],
        ['Bub/Mädel', 'Geschlecht des Kindes', 'Xy = männlich, Zz = weiblich'],
        ['SW', 'Standweitsprung', 'cm'],
      ]),
    },
  });
  const { tables: sheets } = await read(content);
  expect(sheets[0]?.columns.map(({ info }) => info)).toEqual([
    null,
    { valueLabels: { Xy: 'männlich', Zz: 'weiblich' }, kind: 'text' },
    null,
  ]);
});
