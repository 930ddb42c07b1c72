import type { Readable } from 'node:stream';

import { FileFailure } from '../file-failure';
import type { CellRange, ParserLimits, TableSink, WorkbookSink } from '../parsers/protocol';
import { numberText, readNumberFormat } from './cell-text';
import { decodeEscapes, readXml, TextCollector } from './read-xml';
import { readWorkbook, type Workbook } from './workbook-parts';
import { openZipPackage } from './zip-package';

/**
 * Streams the visible worksheets of an Excel 2007 or later workbook into the sink, including those with macros
 * or in 'strict' format. Only the shared strings are kept in memory. Throws FileFailure.
 */
export async function readXlsx(file: string, sink: WorkbookSink, limits: ParserLimits): Promise<void> {
  const zip = await openZipPackage(file, limits);
  try {
    const workbook = await readWorkbook(zip);
    const count = workbook.sheets.length;
    if (count > limits.sheets) throw new FileFailure('too-many-sheets', { count, max: limits.sheets });
    for (const sheet of workbook.skipped) sink.skip(sheet);
    for (const { name, part } of workbook.sheets) {
      sink.open({ name, date1904: workbook.date1904 });
      sink.close(await readSheet(await zip.open(part), workbook, sink));
    }
  } finally {
    zip.close();
  }
}

/** Merged cells below this row do not belong to the header. */
const headerSearchRows = 50;

type Cells = (string | null)[];

/** Streams the rows of a worksheet into an open table of the sink, including empty rows. Returns merged cells. */
async function readSheet(part: Readable, workbook: Workbook, sink: TableSink): Promise<{ merges: CellRange[] }> {
  const reader = new SheetReader(workbook, (cells) => sink.row(cells));
  await readXml(part, reader);
  return { merges: reader.merges };
}

/** Handles the elements of a worksheet. */
class SheetReader {
  readonly merges: CellRange[] = [];
  readonly #inline = new TextCollector();
  #rowsWritten = 0;
  #row = -1;
  #cells: Cells = [];
  #column = -1;
  #type = 'n';
  #format = 'General';
  #value = '';
  #isValue = false;
  #isInline = false;

  constructor(
    private readonly workbook: Workbook,
    private readonly write: (cells: Cells) => void,
  ) {}

  open(element: string, attributes: Record<string, string>): void {
    if (element === 'c') this.#openCell(attributes);
    else if (element === 'v') this.#isValue = true;
    else if (element === 'row') this.#openRow(attributes.r);
    else if (element === 'is') this.#isInline = true;
    else if (element === 'mergeCell') this.#addMerge(attributes.ref ?? '');
    else if (this.#isInline) this.#inline.open(element);
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
    else if (this.#isInline) this.#inline.text(text);
  }

  close(element: string): void {
    if (element === 'v') this.#isValue = false;
    else if (element === 'c') this.#cells[this.#column] = this.#cellText();
    else if (element === 'row') this.#closeRow();
    else if (element === 'is') this.#isInline = false;
    else if (this.#isInline) this.#inline.close(element);
  }

  #openRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number) - 1;
    if (!Number.isInteger(row) || row < 0 || row >= sheetBounds.rows) throw new FileFailure('damaged');
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  /** Writes the rows in order. A row whose number repeats or goes back is written as the next one. */
  #closeRow(): void {
    for (; this.#rowsWritten < this.#row; this.#rowsWritten += 1) this.write([]);
    this.write(this.#cells);
    this.#rowsWritten += 1;
  }

  #openCell({ r: position, t: type = 'n', s: style }: Record<string, string>): void {
    this.#column = position === undefined ? this.#column + 1 : parseCell(position).column;
    if (this.#column >= sheetBounds.columns) throw new FileFailure('damaged');
    this.#type = type;
    this.#format = this.workbook.formats[Number(style ?? 0)] ?? 'General';
    this.#value = '';
  }

  #cellText(): string | null {
    const value = this.#value;
    const inline = this.#inline.take();
    switch (this.#type) {
      case 's':
        return value === '' ? null : (this.workbook.strings[Number(value)] ?? null);
      case 'inlineStr':
        return inline || value || null;
      case 'str':
        return decodeEscapes(value) || null;
      case 'b':
        return value === '' ? null : value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return null;
      case 'd':
        return isoText(value, this.#format);
      default:
        return this.#numberText(value);
    }
  }

  #numberText(value: string): string | null {
    if (value.trim() === '') return null;
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    return numberText(number, this.#format, this.workbook.date1904);
  }

  #addMerge(reference: string): void {
    const range = parseRange(reference);
    if (range && range.top < headerSearchRows) this.merges.push(range);
  }
}

function isoText(value: string, format: string): string | null {
  const text = value.replace(/Z$/, '');
  return (readNumberFormat(format).kind === 'date' ? text.slice(0, 10) : text) || null;
}

/** Size of a sheet since Excel 2007. */
const sheetBounds = { rows: 1_048_576, columns: 16_384 };

/** Row and column of 'AB12', counted from 0. */
function parseCell(reference: string): { row: number; column: number } {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  const row = Number(reference.slice(at));
  if (at === 0 || at > 3 || !Number.isInteger(row)) throw new FileFailure('damaged');
  return { row: row - 1, column: column - 1 };
}

/** Cells of 'A1:C2'; null for a reference of another form, which does not merge cells. */
function parseRange(reference: string): CellRange | null {
  const [, from, to] = /^\$?([A-Z]{1,3}\$?\d+):\$?([A-Z]{1,3}\$?\d+)$/.exec(reference) ?? [];
  if (!from || !to) return null;
  const start = parseCell(from.replace('$', ''));
  const end = parseCell(to.replace('$', ''));
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}
