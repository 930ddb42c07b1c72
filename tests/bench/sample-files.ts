import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import { columnLetters } from '@domain/column-letters';
import { createRandom } from '../../services/repository/help-files/made-up-people';
import { writeSav } from '../support/write-sav';

const columns = Array.from({ length: 20 }, (_, i) => i);
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Results" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};
const texts = ['m', 'f', ...columns.map((i) => `value ${i + 1}`)];

/** Writes a workbook with one sheet of 20 columns, the first one text, and this many rows below the header. */
export async function writeSampleWorkbook(file: string, rows: number): Promise<void> {
  const zip = new ZipFile();
  const output = createWriteStream(file);
  zip.outputStream.pipe(output);
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  zip.addBuffer(Buffer.from(`<sst xmlns="${main}">${strings}</sst>`), 'xl/sharedStrings.xml');
  const sheet = new PassThrough();
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  await writeSheet(sheet, rows);
  await finished(output);
}

async function writeSheet(sheet: Writable, rows: number): Promise<void> {
  const random = createRandom(3);
  const cell = (row: number, i: number, value: number, isText: boolean) =>
    `<c r="${columnLetters(i)}${row}"${isText ? ' t="s"' : ''}><v>${value}</v></c>`;
  const line = (row: number, cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;
  const header = columns.map((i) => cell(1, i, i + 2, true));
  sheet.write(`<worksheet xmlns="${main}"><sheetData>${line(1, header)}`);
  for (let row = 2; row < rows + 2; row += 1) {
    const cells = columns.map((i) =>
      i === 0 ? cell(row, i, random.whole(0, 1), true) : cell(row, i, random.whole(10, 9999) / 10, false),
    );
    if (!sheet.write(line(row, cells))) await once(sheet, 'drain');
  }
  sheet.end('</sheetData></worksheet>');
}

/** Writes an SPSS file with 20 numeric columns and this many rows, compressed as SPSS does by default. */
export async function writeSampleSav(file: string, rows: number): Promise<void> {
  const random = createRandom(4);
  const variables = columns.map((i) => ({ name: `VALUE${i + 1}`, label: `Result ${i + 1}` }));
  const cases = Array.from({ length: rows }, () =>
    columns.map((i) => (i % 2 ? random.whole(1, 99) : random.whole(10, 9999) / 10)),
  );
  await writeFile(file, writeSav({ variables, rows: cases, compression: 'bytecode' }));
}
