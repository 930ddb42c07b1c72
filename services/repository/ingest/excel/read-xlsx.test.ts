import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type CellRange, parserLimits, type WorkbookSink } from '../parsers/protocol';
import type { SkippedTable } from '@domain/api/readings';
import { makeWorkbook, rowsXml } from '../testing/workbook';
import { readXlsx } from './read-xlsx';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Buffer, limits = parserLimits) {
  const file = path.join(folder, 'input.xlsx');
  await writeFile(file, content);
  const sheets: Record<string, (string | null)[][]> = {};
  let rows: (string | null)[][] = [];
  let merges: CellRange[] = [];
  const skipped: SkippedTable[] = [];
  const sink: WorkbookSink = {
    open: ({ name }) => (sheets[name] = rows = []),
    // Cells that are left out are holes.
    row: (cells) => rows.push(Array.from(cells, (cell) => cell ?? null)),
    skip: (sheet) => skipped.push(sheet),
    close: (layout) => (merges = layout?.merges ?? []),
  };
  await readXlsx(file, sink, limits);
  return { sheets, merges, skipped };
}
const readRows = async (rows: string, workbook: Partial<Parameters<typeof makeWorkbook>[0]> = {}) =>
  (await read(await makeWorkbook({ ...workbook, sheets: { One: rows } }))).sheets.One;

test('cells of every type', async () => {
  const rows = await readRows(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>a_x000D_b</v></c></row>
     <row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="b"><v>0</v></c></row>
     <row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="B3" s="1"><v>44197</v></c><c r="C3" s="2"><v>1067</v></c></row>
     <row r="4"><c r="A4" t="inlineStr"><is><r><t xml:space="preserve">in </t></r><r><t>line</t></r></is></c><c r="B4" t="d"><v>2021-01-01T00:00:00Z</v></c></row>`,
    {
      strings:
        '<si><t xml:space="preserve"> a &amp; b</t></si><si><r><t>rich</t></r><r><t> text</t></r><rPh><t>ruby</t></rPh></si>',
      formats: ['dd.mm.yyyy', '00000'],
    },
  );
  expect(rows).toEqual([
    [' a & b', 'rich text', 'a\rb'],
    ['2', 'TRUE', 'FALSE'],
    [null, '2021-01-01', '01067'],
    ['in line', '2021-01-01T00:00:00'],
  ]);
});

test('omitted rows and cells are kept as empty ones, with and without references', async () => {
  const rows = await readRows(
    '<row r="2"><c r="C2"><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row><row r="3"><c r="B3"><v>4</v></c></row>',
  );
  expect(rows).toEqual([[], [null, null, '1'], ['2', '3'], [null, '4']]);
});

test('hidden sheets are skipped, and sheets may have any name', async () => {
  const sheets = { 'r/%ä': rowsXml([[1]]), Notes: rowsXml([['secret']]), r: rowsXml([[2]]) };
  const found = await read(await makeWorkbook({ sheets, hidden: ['Notes'] }));
  expect(found.sheets).toEqual({ 'r/%ä': [['1']], r: [['2']] });
  expect(found.skipped).toEqual([{ name: 'Notes', reason: 'hidden' }]);
});

test('merged cells near the top are reported', async () => {
  const content = await makeWorkbook({ sheets: { One: rowsXml([['a']]) }, merges: ['B1:C1', 'A90:A95', 'nonsense'] });
  expect((await read(content)).merges).toEqual([{ top: 0, left: 1, bottom: 0, right: 2 }]);
});

test('dates of the 1904 system', async () => {
  const rows = await readRows('<row><c s="1"><v>42735</v></c></row>', { formats: ['yyyy-mm-dd'], date1904: true });
  expect(rows).toEqual([['2021-01-01']]);
});

test('prefixed elements and names with backslashes, as some programs write them', async () => {
  const content = await makeWorkbook({
    sheets: { One: '' },
    parts: {
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="\\XL\\Worksheets\\sheet1.xml"/></Relationships>`,
    },
  });
  expect((await read(content)).sheets).toEqual({ One: [['5']] });
});

test.each([
  [
    'an entity bomb',
    { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>' },
    'xml-entities',
  ],
  [
    'an entity bomb in UTF-16',
    { 'xl/worksheets/sheet1.xml': Buffer.from('\ufeff<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'utf16le') },
    'xml-entities',
  ],
  ['truncated XML', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v>' }, 'damaged'],
  [
    'a row beyond the end of a sheet',
    {
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="99999999"><c><v>1</v></c></row></sheetData></worksheet>',
    },
    'damaged',
  ],
  [
    'a column beyond the end of a sheet',
    { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c r="ZZZ1"><v>1</v></c></row></sheetData></worksheet>' },
    'damaged',
  ],
  ['a zip bomb', { 'xl/media/image1.png': Buffer.alloc(30 * 1024 * 1024) }, 'unpacks-too-large'],
])('%s is refused', async (_, parts, code) => {
  const content = await makeWorkbook({ sheets: { One: rowsXml([[1]]) }, parts });
  await expect(read(content)).rejects.toMatchObject({ code });
});

test('unpacking stops when a part exceeds its declared size', async () => {
  const large = `<worksheet><sheetData>${' '.repeat(30 * 1024 * 1024)}</sheetData></worksheet>`;
  const content = await makeWorkbook({ sheets: { One: '' }, parts: { 'xl/worksheets/sheet1.xml': large } });
  const declared = Buffer.alloc(4);
  declared.writeUInt32LE(large.length);
  const understated = Buffer.alloc(4);
  understated.writeUInt32LE(1000);
  for (let at = content.indexOf(declared); at >= 0; at = content.indexOf(declared)) understated.copy(content, at);
  await expect(read(content)).rejects.toMatchObject({ code: 'unpacks-too-large' });
});

test('too many sheets, entries or unpacked bytes are refused', async () => {
  const content = await makeWorkbook({ sheets: { One: '', Two: '' } });
  const refusal = (limits: Partial<typeof parserLimits>) => read(content, { ...parserLimits, ...limits });
  await expect(refusal({ sheets: 1 })).rejects.toMatchObject({
    code: 'too-many-sheets',
    parameters: { count: 2, max: 1 },
  });
  await expect(refusal({ zipEntries: 3 })).rejects.toMatchObject({ code: 'unpacks-too-large' });
  await expect(refusal({ unzippedBytes: 100 })).rejects.toMatchObject({ code: 'unpacks-too-large' });
});
