import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

import type { SkippedTable } from '@domain/api/readings';

import { FileFailure } from '../file-failure';
import type { ParserLimits } from './parser-limits';
import type { ParsedTable } from './protocol';
import type { TableSink, WorkbookSink } from './table-sink';

/** Characters that are gathered before they are written. */
const bufferCharacters = 1024 * 1024;

/**
 * Writes tables as csv files into a folder, without waiting: the child has nothing else to do, and so a
 * fast reader cannot pile up rows. Tables without any filled cell are left out.
 */
export class CsvSink implements WorkbookSink {
  readonly tables: ParsedTable[] = [];
  readonly skipped: SkippedTable[] = [];
  readonly #folder: string;
  readonly #limits: Pick<ParserLimits, 'sheets' | 'cells'>;
  #table: ParsedTable | null = null;
  #descriptor = -1;
  #text = '';
  /** Rows without any filled cell that no filled row has followed yet. */
  #blankRows = 0;
  #opened = 0;
  #cells = 0;

  constructor(folder: string, limits: Pick<ParserLimits, 'sheets' | 'cells'>) {
    this.#folder = folder;
    this.#limits = limits;
  }

  async open({ name, columns }: Parameters<TableSink['open']>[0]): Promise<void> {
    this.#opened += 1;
    const { sheets } = this.#limits;
    if (this.#opened > sheets) {
      throw new FileFailure('too-many-sheets', { count: this.#opened, max: sheets });
    }
    const csv = path.join(this.#folder, `${this.#opened}.csv`);
    this.#descriptor = openSync(csv, 'w');
    this.#blankRows = 0;
    const width = columns?.length ?? 0;
    this.#table = { name, csv, width, rowCount: 0, columns: columns ?? null, merges: [] };
  }

  row(cells: (string | null)[]): void {
    const table = this.#table;
    if (!table) throw new Error('No table is open.');
    let filled = cells.length;
    while (filled > 0 && (cells[filled - 1] ?? '') === '') filled -= 1;
    if (filled === 0) {
      this.#blankRows += 1;
      return;
    }
    this.#flushBlankRows(table);
    let line = '';
    for (let i = 0; i < filled; i += 1) {
      const cell = cells[i] ?? '';
      if (i > 0) line += ',';
      if (cell === '') continue;
      line += quoted(cell);
      this.#cells += 1;
    }
    if (this.#cells > this.#limits.cells) {
      throw new FileFailure('too-many-cells', { max: this.#limits.cells });
    }
    table.rowCount += 1;
    if (filled > table.width) table.width = filled;
    this.#write(`${line}\n`);
  }

  async close({ merges }: Parameters<TableSink['close']>[0] = { merges: [] }): Promise<void> {
    const table = this.#table;
    if (!table) throw new Error('No table is open.');
    // Every row of a file that names its columns is a case; in a sheet, blank rows at the end are none.
    if (table.columns) this.#flushBlankRows(table);
    this.#flush();
    closeSync(this.#descriptor);
    this.#table = null;
    table.merges = merges;
    if (table.rowCount > 0 || table.columns) this.tables.push(table);
    else this.skip({ name: table.name, reason: 'empty' });
  }

  skip(sheet: SkippedTable): void {
    this.skipped.push(sheet);
  }

  #flushBlankRows(table: ParsedTable): void {
    table.rowCount += this.#blankRows;
    for (; this.#blankRows > 0; this.#blankRows -= 1) this.#write('""\n');
  }

  #write(line: string): void {
    this.#text += line;
    if (this.#text.length > bufferCharacters) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text, 'utf8');
    for (let offset = 0; offset < bytes.length;) offset += writeSync(this.#descriptor, bytes, offset);
    this.#text = '';
  }
}

function quoted(cell: string): string {
  const text = cell.includes('\0') ? cell.replaceAll('\0', '') : cell;
  return /[",\r\n\ufeff]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
