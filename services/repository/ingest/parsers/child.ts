import { Worker } from 'node:worker_threads';

import { FileFailure } from '../file-failure';
import { maxColumns } from '../csv-to-parquet';
import { CsvSink } from './csv-sink';
import type { ParserLimits } from './parser-limits';
import type { ParserReport, ParserRequest } from './protocol';
import type { WorkbookSink } from './table-sink';

/** Each loads its library when it is needed: the child reads one file. */
const readers: Record<
  ParserRequest['kind'],
  (file: string, sink: WorkbookSink, limits: ParserLimits) => Promise<void>
> = {
  xlsx: async (...file) => (await import('../excel/read-xlsx')).readXlsx(...file),
  xls: async (...file) => (await import('../excel/read-xls')).readXls(...file),
  sav: async (file, sink, limits) => {
    const { readSav } = await import('../sav/read-sav');
    // The server kills a child that is to stop.
    const { signal } = new AbortController();
    await readSav(file, sink, { signal, limits: { maxColumns, maxCells: limits.cells } });
  },
};

/**
 * Entry of the parser child: reads one file into tables and ends. Argument: the request as JSON. What it
 * may cost is watched by the server; whatever a reader trips over is a fault of the file.
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
    if (isSystemFault(error)) return { state: 'failed', message: String(error) };
    return { state: 'refused', code: 'damaged', parameters: {} };
  }
}

/** A full disk, a file that is gone: nothing that another file of the owner would change. */
function isSystemFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

// A reader that is busy never hears that the server is gone, so a thread of its own looks after it.
const orphanWatch = `
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);`;
new Worker(orphanWatch, { eval: true, execArgv: [] }).unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const report = await parse(JSON.parse(process.argv[2] ?? '') as ParserRequest);
process.send?.(report, () => process.exit(0));
