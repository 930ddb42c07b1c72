import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

import type { SkippedTable } from '@domain/api/readings';
import { maxColumns } from '@domain/limits';

import { lowerPriority } from '../../../processes/lower-priority';
import { FileFailure } from '../file-failure';
import type { ParsedTable, ParserLimits, ParserReport, ParserRequest, TableSink, WorkbookSink } from './protocol';

/** Characters that are collected before a write. */
const bufferCharacters = 1024 * 1024;

/** Writes tables as csv files into a folder, synchronously. Tables without a filled cell are left out. */
class CsvSink implements WorkbookSink {
  readonly tables: ParsedTable[] = [];
  readonly skipped: SkippedTable[] = [];
  #table: ParsedTable | null = null;
  #descriptor = -1;
  #text = '';
  /** Blank rows since the last filled row. */
  #blankRows = 0;
  #opened = 0;
  #cells = 0;

  constructor(
    private readonly folder: string,
    private readonly limits: Pick<ParserLimits, 'sheets' | 'cells'>,
  ) {}

  open({ name, columns, date1904 = false }: Parameters<TableSink['open']>[0]): void {
    this.#opened += 1;
    const { sheets } = this.limits;
    if (this.#opened > sheets) {
      throw new FileFailure('too-many-sheets', { count: this.#opened, max: sheets });
    }
    const csv = path.join(this.folder, `${this.#opened}.csv`);
    this.#descriptor = openSync(csv, 'w');
    this.#blankRows = 0;
    const width = columns?.length ?? 0;
    this.#table = { name, csv, width, rowCount: 0, columns: columns ?? null, merges: [], date1904 };
  }

  row(cells: (string | null)[]): void {
    const table = this.#openTable();
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
    if (this.#cells > this.limits.cells) throw new FileFailure('too-many-cells', { max: this.limits.cells });
    table.rowCount += 1;
    if (filled > table.width) table.width = filled;
    this.#write(`${line}\n`);
  }

  close({ merges }: Parameters<TableSink['close']>[0] = { merges: [] }): void {
    const table = this.#openTable();
    // Blank rows at the end are cases if the file names its columns. At the end of a sheet they are not.
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

  #openTable(): ParsedTable {
    if (!this.#table) throw new Error('No table is open.');
    return this.#table;
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

type Reader = (file: string, sink: WorkbookSink, limits: ParserLimits) => Promise<void>;

/** Libraries are loaded on demand, because the child reads only one file. */
const readers: Record<ParserRequest['kind'], Reader> = {
  xlsx: async (...file) => (await import('../excel/read-xlsx')).readXlsx(...file),
  xls: async (...file) => (await import('../excel/read-xls')).readXls(...file),
  sav: async (file, sink) => (await import('../sav/read-sav')).readSav(file, sink, maxColumns),
  pdf: async (file, sink) => (await import('../documents/read-pdf')).readPdf(file, sink),
  text: async (file, sink) => (await import('../documents/read-text')).readText(file, sink),
};

/**
 * Entry of the parser child, which reads one file into tables and ends. Argument: the request as JSON. The
 * server enforces the limits of time and memory. Errors other than system errors are due to the file.
 */
async function parse({ kind, file, folder, limits }: ParserRequest): Promise<ParserReport> {
  const sink = new CsvSink(folder, limits);
  try {
    await readers[kind](file, sink, limits);
    return { state: 'read', tables: sink.tables, skipped: sink.skipped };
  } catch (error) {
    if (error instanceof FileFailure) {
      return { state: 'refused', code: error.code, parameters: error.parameters };
    }
    if (isSystemError(error)) return { state: 'failed', message: String(error) };
    return { state: 'refused', code: 'damaged', parameters: {} };
  }
}

/** Whether an error comes from the system, such as a full disk, and not from the content of the file. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

// The pages of everybody come first.
lowerPriority();
// A busy reader does not notice that the server has ended, so a separate thread watches for it.
const orphanWatch = `
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);`;
new Worker(orphanWatch, { eval: true, execArgv: [] }).unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const report = await parse(JSON.parse(process.argv[2] ?? '') as ParserRequest);
process.send?.(report, () => process.exit(0));
