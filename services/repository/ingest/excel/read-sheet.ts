import type { Readable } from 'node:stream';

import { FileFailure } from '../file-failure';
import type { CellRange, TableSink } from '../parsers/table-sink';
import { numberText } from './cell-text';
import { cellPlace, rangePlace, sheetBounds } from './cell-place';
import { readNumberFormat } from './number-format';
import { readXml } from './read-xml';
import { decodeEscapes, TextCollector } from './text-collector';
import type { Workbook } from './workbook-parts';

/** Merged cells below this row tell nothing about the header. */
const headerSearchRows = 50;

type Cells = (string | null)[];

/** Streams the rows of a worksheet part into an open table of the sink, rows without cells included. */
export async function readSheet(part: Readable, workbook: Workbook, sink: TableSink): Promise<{ merges: CellRange[] }> {
  const reader = new SheetReader(workbook, (cells) => void sink.row(cells));
  await readXml(part, reader);
  return { merges: reader.merges };
}

/** The elements of a worksheet part, as they come. */
class SheetReader {
  readonly merges: CellRange[] = [];
  readonly #workbook: Workbook;
  readonly #write: (cells: Cells) => void;
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

  constructor(workbook: Workbook, write: (cells: Cells) => void) {
    this.#workbook = workbook;
    this.#write = write;
  }

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

  /** Rows stand in their order; one that repeats or goes back comes as the next. */
  #closeRow(): void {
    for (; this.#rowsWritten < this.#row; this.#rowsWritten += 1) this.#write([]);
    this.#write(this.#cells);
    this.#rowsWritten += 1;
  }

  #openCell({ r: place, t: type = 'n', s: style }: Record<string, string>): void {
    this.#column = place === undefined ? this.#column + 1 : cellPlace(place).column;
    if (this.#column >= sheetBounds.columns) throw new FileFailure('damaged');
    this.#type = type;
    this.#format = this.#workbook.formats[Number(style ?? 0)] ?? 'General';
    this.#value = '';
  }

  #cellText(): string | null {
    const value = this.#value;
    const inline = this.#inline.take();
    switch (this.#type) {
      case 's':
        return value === '' ? null : (this.#workbook.strings[Number(value)] ?? null);
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
    return numberText(number, this.#format, this.#workbook.date1904);
  }

  #addMerge(reference: string): void {
    const range = rangePlace(reference);
    if (range && range.top < headerSearchRows) this.merges.push(range);
  }
}

function isoText(value: string, format: string): string | null {
  const text = value.replace(/Z$/, '');
  return (readNumberFormat(format).kind === 'date' ? text.slice(0, 10) : text) || null;
}
