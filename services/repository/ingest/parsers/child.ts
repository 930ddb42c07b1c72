import { Worker } from 'node:worker_threads';

import { FileFailure } from '../file-failure';
import { readXls } from '../excel/read-xls';
import { readXlsx } from '../excel/read-xlsx';
import { CsvSink } from './csv-sink';
import type { ParserReport, ParserRequest } from './protocol';

/**
 * Entry of the parser child: reads one file into tables and ends. Argument: the request as JSON. What it
 * may cost is watched by the server; whatever a reader trips over is a fault of the file.
 */
async function parse({ kind, file, folder, limits }: ParserRequest): Promise<ParserReport> {
  const sink = new CsvSink(folder, limits);
  try {
    if (kind === 'xlsx') await readXlsx(file, sink, limits);
    else if (kind === 'xls') await readXls(file, sink, limits);
    else throw new FileFailure('damaged');
    return { state: 'read', tables: sink.tables };
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
