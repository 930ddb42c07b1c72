import { columnLetters } from '@domain/column-letters';

import type { SpreadsheetCell } from '../row-formats/csv';
import type { PackageFile } from './zip-stream';

/** Excel's limit for rows of a worksheet. */
export const maxSheetRows = 1_048_576;
/** Excel's limit for characters of a cell. */
export const maxCellCharacters = 32_767;
/** Characters of XML per chunk. */
const pieceCharacters = 65_536;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface SpreadsheetTable {
  /** Name of the worksheet, at most 25 characters. Further worksheets get a number after it. */
  name: string;
  headings: { text: string; /** In characters. */ width: number }[];
  rows: AsyncIterable<SpreadsheetCell[]>;
  /** Number of rows, needed in advance to compute the number of worksheets. */
  rowCount: number;
  /** Rows per worksheet including headings, for tests. */
  sheetRows?: number;
}

/** A worksheet with some rows of a table. */
interface Sheet {
  name: string;
  table: SpreadsheetTable;
  rows: AsyncIterator<SpreadsheetCell[]>;
  count: number;
}

/**
 * Tables as the parts of an xlsx workbook (ECMA-376), to be zipped. Rows are read while they are written, so memory
 * use is constant. Rows that do not fit on a worksheet continue on further ones with the same headings. Texts are
 * cells of the type text, which no program runs as formulas; those that are too long for a cell are cut.
 */
export async function* xlsxParts(...tables: SpreadsheetTable[]): AsyncGenerator<PackageFile, void, undefined> {
  const sheets = tables.flatMap(sheetsOf);
  const numbers = sheets.map((_, index) => index + 1);
  try {
    yield { path: '[Content_Types].xml', content: () => [contentTypesXml(numbers)] };
    yield { path: '_rels/.rels', content: () => [relationsXml([['officeDocument', 'xl/workbook.xml']])] };
    yield { path: 'xl/workbook.xml', content: () => [workbookXml(sheets.map(({ name }) => name))] };
    yield {
      path: 'xl/_rels/workbook.xml.rels',
      content: () => [relationsXml(numbers.map((n) => ['worksheet', `worksheets/sheet${n}.xml`]))],
    };
    for (const [index, sheet] of sheets.entries()) {
      yield { path: `xl/worksheets/sheet${index + 1}.xml`, content: () => sheetXml(sheet) };
    }
  } finally {
    for (const { rows } of sheets) await rows.return?.();
  }
}

function sheetsOf(table: SpreadsheetTable): Sheet[] {
  const perSheet = (table.sheetRows ?? maxSheetRows) - 1;
  const rows = table.rows[Symbol.asyncIterator]();
  return Array.from({ length: Math.max(1, Math.ceil(table.rowCount / perSheet)) }, (_, index) => ({
    name: index === 0 ? table.name : `${table.name} ${index + 1}`,
    table,
    rows,
    count: Math.min(perSheet, table.rowCount - index * perSheet),
  }));
}

/** A worksheet with the next `count` rows and with fixed headings that have filters. */
async function* sheetXml({ table: { headings }, rows, count }: Sheet): AsyncGenerator<string, void, undefined> {
  const widths = headings.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}"/>`);
  let piece =
    `${declaration}<worksheet xmlns="${mainSpace}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>${rowXml(
      headings.map(({ text }) => text),
      1,
    )}`;
  for (let row = 2; row <= count + 1; row += 1) {
    const next = await rows.next();
    if (next.done) throw new Error(`There are fewer rows than the ${count} expected for this sheet.`);
    piece += rowXml(next.value, row);
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  const last = columnLetters(headings.length - 1);
  yield `${piece}</sheetData><autoFilter ref="A1:${last}${count + 1}"/></worksheet>`;
}

function rowXml(cells: readonly SpreadsheetCell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, i) => cellXml(cell, `${columnLetters(i)}${row}`)).join('')}</row>`;
}

function cellXml(cell: SpreadsheetCell, position: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${position}"><v>${cell}</v></c>`;
  return `<c r="${position}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
}

function escapeText(text: string): string {
  const cut = text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters - 1)}…` : text;
  if (!special.test(cut)) return cut;
  return (
    cut
      // Escapes texts that look like the character escapes written below.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replace(forbidden, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}

// Characters that XML cannot hold, and the carriage return, which its readers turn into a line feed.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;
// eslint-disable-next-line no-control-regex
const special = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;

function contentTypesXml(sheets: number[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...sheets.map((n) => [`/xl/worksheets/sheet${n}.xml`, 'worksheet']),
  ].map(([part, type]) => `<Override PartName="${part}" ContentType="${contentTypes}.${type}+xml"/>`);
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  );
}

function relationsXml(targets: [type: string, target: string][]): string {
  const relations = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${officeRelations}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`;
}

function workbookXml(names: string[]): string {
  const entries = names.map(
    (name, i) => `<sheet name="${escapeAttribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${officeRelations}"><sheets>${entries.join('')}</sheets></workbook>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
