import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface WorkbookParts {
  /** XML of `row` elements, keyed by sheet name. */
  sheets: Record<string, string>;
  /** Merged ranges in every sheet. */
  merges?: string[];
  hidden?: string[];
  /** Number formats of the styles 1, 2, … */
  formats?: string[];
  /** XML of `si` elements. */
  strings?: string;
  date1904?: boolean;
  /** Additional parts, or replacements of those made here. */
  parts?: Record<string, string | Buffer>;
}

/** Creates an Excel workbook in which a test can make any part invalid. */
export async function makeWorkbook(workbook: WorkbookParts): Promise<Buffer> {
  const parts = { ...commonParts(workbook), ...sheetParts(workbook), ...workbook.parts };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

function commonParts({ sheets, hidden = [], formats = [], strings = '', date1904 }: WorkbookParts) {
  const names = Object.keys(sheets);
  const list = names.map((name, i) => {
    const state = hidden.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${i + 1}"${state} r:id="rId${i + 1}"/>`;
  });
  const own = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`);
  return {
    '_rels/.rels': relationList([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">
      <workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationList([
      ...names.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles', 'styles.xml'],
      ['strings', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
  };
}

function sheetParts({ sheets, merges = [] }: WorkbookParts): Record<string, string> {
  const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return Object.fromEntries(
    Object.values(sheets).map((rows, i) => [
      `xl/worksheets/sheet${i + 1}.xml`,
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`,
    ]),
  );
}

/** XML of rows of texts and numbers from A1 on; null is an empty cell. */
export function rowsXml(rows: (string | number | null)[][]): string {
  const cell = (value: string | number | null) => {
    if (value === null) return '<c/>';
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    return `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  };
  return rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
}

function relationList(list: (readonly [id: string, type: string, target: string])[]): string {
  const entries = list.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}" TargetMode="Internal"/>`,
  );
  return `<Relationships xmlns="${packageRelations}">${entries.join('')}</Relationships>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
