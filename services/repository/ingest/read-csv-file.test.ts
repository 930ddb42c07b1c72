import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxColumns } from '@domain/limits';

import { openCsvReader } from './testing/csv-reader';

let csv: Awaited<ReturnType<typeof openCsvReader>>;
beforeAll(async () => {
  csv = await openCsvReader();
});
afterAll(() => csv.close());

test('UTF-8 with a byte-order mark, commas and points', async () => {
  expect(await csv.read('\ufeffName,Größe\nJörg,1.5\nAda,2\n')).toMatchObject({
    columns: ['Name', 'Größe'],
    rowCount: 2,
    dialect: { encoding: 'utf-8', separator: ',', decimal: '.' },
    cells: [
      ['Jörg', '1.5'],
      ['Ada', '2'],
    ],
    numbers: [
      [null, 1.5],
      [null, 2],
    ],
  });
});

test('Windows-1252 with semicolons and decimal commas, as Excel writes it in Germany', async () => {
  const text = 'Größe (cm);Preis €;Alter\r\n172,3;1,5;27\r\n165;2;25\r\n';
  const bytes = Buffer.from(text.replace('€', '\x80'), 'latin1');
  expect(await csv.read(bytes)).toMatchObject({
    columns: ['Größe (cm)', 'Preis €', 'Alter'],
    rowCount: 2,
    dialect: { encoding: 'windows-1252', separator: ';', decimal: ',' },
    cells: [
      ['172,3', '1,5', '27'],
      ['165', '2', '25'],
    ],
    numbers: [
      [172.3, 1.5, 27],
      [165, 2, 25],
    ],
  });
});

test.each([
  ['utf-16le', '\ufeff'],
  ['utf-16le', ''],
  ['utf-16be', '\ufeff'],
  ['utf-16be', ''],
])('%s with the mark %j and tabs', async (encoding, mark) => {
  const bytes = Buffer.from(`${mark}Name\tGröße\nJörg\t1,5\n`, 'utf16le');
  if (encoding === 'utf-16be') bytes.swap16();
  const { columns, cells, dialect } = await csv.read(bytes);
  expect(columns).toEqual(['Name', 'Größe']);
  expect(cells).toEqual([['Jörg', '1,5']]);
  expect(dialect).toEqual({ encoding, separator: '\t', decimal: ',' });
});

test('a Windows-1252 umlaut far from the beginning still determines the encoding', async () => {
  const text = `name,v\n${'ada,1\n'.repeat(300_000)}jörg,2\n`;
  const { dialect, rowCount } = await csv.read(Buffer.from(text, 'latin1'));
  expect(dialect.encoding).toBe('windows-1252');
  expect(rowCount).toBe(300_001);
});

test('multi-byte characters may be anywhere in a long UTF-8 file', async () => {
  const { dialect } = await csv.read(`x,name,v\n${'1,jörg €😀,1\n'.repeat(200_000)}`);
  expect(dialect.encoding).toBe('utf-8');
});

test('quoted cells may have separators, quotation marks and line breaks', async () => {
  const { cells } = await csv.read('a,b\n"x, y","he said ""no"""\n"two\nlines",3\nshort\n');
  expect(cells).toEqual([
    ['x, y', 'he said "no"'],
    ['two\nlines', '3'],
    ['short', null],
  ]);
});

test('semicolon files with decimal commas in every row are not split at the commas', async () => {
  const { dialect, columns } = await csv.read('Größe, cm;Gewicht\n150,5;40,2\n160,1;50,3\n');
  expect(dialect.separator).toBe(';');
  expect(columns).toEqual(['Größe, cm', 'Gewicht']);
});

test('a table pasted into one column of another does not decide the separator', async () => {
  const pasted = Array.from({ length: 40 }, (_, i) => `${i + 3},${i}\tx\t${i}`).join('\n');
  const { columns, rowCount } = await csv.read(`row,text\n1,a note\n2,\n${pasted}\n`);
  expect([columns, rowCount]).toEqual([['row', 'text'], 42]);
});

test('mixed line ends, within cells and between rows', async () => {
  const { columns, cells } = await csv.read('"a\r\nb",c\n"x\r\ny",2\n');
  expect(columns).toEqual(['a b', 'c']);
  expect(cells).toEqual([['x\r\ny', '2']]);
});

test.each(['a,b\r\n1,2\n3,4\r\n', 'a,b\n1,2\r\n3,4\n', 'a,b\r1,2\n3,4\r\n'])(
  'line ends of several kinds: %j',
  async (text) => {
    expect((await csv.read(text)).cells).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  },
);

test.each([
  ['line feeds', 'a,b\n1,2\n\n\n3,4\n\n'],
  ['returns and line feeds', 'a,b\r\n1,2\r\n\r\n\r\n3,4\r\n\r\n\r\n'],
  ['returns', 'a,b\r1,2\r\r\r3,4'],
])(
  'blank lines between rows are empty rows, as a spreadsheet shows them, those at the end none: %s',
  async (_, text) => {
    expect((await csv.read(text)).cells).toEqual([
      ['1', '2'],
      [null, null],
      [null, null],
      ['3', '4'],
    ]);
  },
);

test('blank lines within cells are kept', async () => {
  const { cells } = await csv.read('a,b\n"x ""q""\n\ny",2\n\n5" long,6\n');
  expect(cells).toEqual([
    ['x "q"\n\ny', '2'],
    [null, null],
    ['5" long', '6'],
  ]);
});

test.each([
  ['in two lines', '"name,\nfirst",b\nx,2\n'],
  ['with a blank line', '"name,\n\nfirst",b\nx,2\n'],
  ['in two lines, of a single column', '"name,\nfirst"\nx\n'],
  ['beside one in two lines', '"name, first","b\n\nc"\nx,2\n'],
  ['in two lines, above blank lines', '"name,\nfirst",b\n\nx,2\n'],
  ['below a blank line', '\n"name, first",b\nx,2\n'],
])('a first cell %s is one cell, also after a byte-order mark', async (_, text) => {
  const plain = await csv.read(text);
  expect(plain.columns[0]).toBe('name, first');
  expect(await csv.read(`\ufeff${text}`)).toEqual(plain);
});

test('a single column needs no separator', async () => {
  const { columns, cells } = await csv.read('height\n1,5\n2,5\n');
  expect(columns).toEqual(['height']);
  expect(cells).toEqual([['1,5'], ['2,5']]);
});

test('text is unchanged; cells with only spaces are empty', async () => {
  const { cells } = await csv.read('a,b\n  x ,007\n   ,""\n,y\n');
  expect(cells).toEqual([
    ['  x ', '007'],
    [null, null],
    [null, 'y'],
  ]);
});

test('the owner chooses separator, decimal sign and encoding', async () => {
  const { columns, numbers, dialect } = await csv.read('a,b;c\n1.5,2;3\n', { separator: ',', decimal: ',' });
  expect(columns).toEqual(['a', 'b;c']);
  expect(numbers).toEqual([[null, null]]);
  expect(dialect).toEqual({ encoding: 'utf-8', separator: ',', decimal: ',' });
  const latin = Buffer.from('Größe,b\n1,2\n', 'latin1');
  expect((await csv.read(latin, { encoding: 'utf-8', decode: true })).columns[0]).toBe('Gr\ufffd\ufffde');
});

test("Excel's line 'sep=' sets the separator and is not a row", async () => {
  const { columns, cells } = await csv.read('sep=|\r\na|b,c\r\n1|2,5\r\n');
  expect(columns).toEqual(['a', 'b,c']);
  expect(cells).toEqual([['1', '2,5']]);
});

test('old line ends and a missing one at the end are accepted', async () => {
  expect((await csv.read('a,b\r1,2\r3,4')).cells).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

test.each([
  ['only blank lines', '\n \n\r\n', 'file-empty', {}],
  ['only separators', ';;;\n;;;\n', 'file-empty', {}],
  ['a header without rows', 'a,b,c\n,,\n', 'no-rows', {}],
  [
    'a row with too many cells',
    `a,b\n${'1,2\n'.repeat(20)}1,2,3\n`,
    'row-too-long',
    { line: '22', found: '3', expected: 2 },
  ],
  ['a quotation mark without end', `a,b\n1,2\n"x,2\n3,4\n`, 'quote-open', { line: '3' }],
  [
    'too many columns',
    `${'a,'.repeat(maxColumns)}a\n${'1,'.repeat(maxColumns)}1\n`,
    'too-many-columns',
    { count: maxColumns + 1, max: maxColumns },
  ],
])('%s: refused with a code that has a message', async (_, content, code, parameters) => {
  await expect(csv.read(content)).rejects.toMatchObject({ code, parameters });
});

test('no temporary files are left behind, not even by failed readings', async () => {
  await expect(csv.read('a,b\n')).rejects.toThrow();
  expect(await readdir(path.join(csv.objects, '.incoming'))).toEqual([]);
});

const realData = process.env.MOTOTHEK_DATA ?? path.resolve('../shared/data');
test.skipIf(!existsSync(path.join(realData, 'body-performance.csv')))('the real file in English', async () => {
  const { columns, rowCount, dialect, cells, numbers } = await csv.readFileAt(
    path.join(realData, 'body-performance.csv'),
  );
  expect(rowCount).toBe(13_393);
  expect(columns).toHaveLength(12);
  expect(dialect).toEqual({ encoding: 'utf-8', separator: ',', decimal: '.' });
  expect(cells[0]?.slice(0, 4)).toEqual(['27.0', 'M', '172.3', '75.24']);
  expect(numbers[0]?.slice(0, 4)).toEqual([27, null, 172.3, 75.24]);
});

test.skipIf(!existsSync(path.join(realData, 'body-performance-de.csv')))('the real file in German', async () => {
  const { columns, rowCount, dialect, numbers } = await csv.readFileAt(path.join(realData, 'body-performance-de.csv'));
  expect(rowCount).toBe(13_393);
  expect(columns).toHaveLength(12);
  expect(columns).toEqual(expect.arrayContaining(['Größe (cm)', 'Körperfett %']));
  expect(dialect).toEqual({ encoding: 'windows-1252', separator: ';', decimal: ',' });
  expect(numbers[0]?.slice(0, 4)).toEqual([27, null, 172.3, 75.24]);
});
