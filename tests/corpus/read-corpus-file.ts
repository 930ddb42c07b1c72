import path from 'node:path';

import { FileFailure } from '../../services/repository/ingest/file-failure';
import { failureMessage } from '../../services/repository/ingest/failure-message';
import { parserLimits } from '../../services/repository/ingest/parsers/protocol';
import { readTables } from '../../services/repository/ingest/read-tables';
import type { FileStore } from '../../services/repository/context/file-store';
import type { TableEngine } from '../../services/repository/context/table-engine';

/** Time limit of a file, and the shorter one after which its reader should stop by itself. */
const fileMs = 60_000;
const limits = { ...parserLimits, minMilliseconds: 40_000 };

/** Outcome for a file: read, refused with a message, or neither, which is a bug. */
export interface Outcome {
  state: 'ok' | 'refused' | 'error';
  tables: number;
  /** Of the first table. */
  rows: number;
  columns: number;
  ms: number;
  /** Code of the refusal, or the error. */
  reason: string;
  message: string;
}

/** Reads a file as the ingest job does; never throws. */
export async function readCorpusFile(
  store: { files: FileStore; tables: TableEngine },
  file: string,
  key: string,
): Promise<Outcome> {
  const start = performance.now();
  const nothing = { tables: 0, rows: 0, columns: 0, reason: '', message: '' };
  const finish = (outcome: Partial<Outcome> & Pick<Outcome, 'state'>): Outcome => ({
    ...nothing,
    ms: Math.round(performance.now() - start),
    ...outcome,
  });
  try {
    const source = { path: file, name: path.parse(file).name };
    const signal = AbortSignal.timeout(fileMs);
    const { tables } = await readTables(store, source, (position) => `${key}-${position}`, signal, limits);
    const [first] = tables;
    return finish({
      state: 'ok',
      tables: tables.length,
      rows: first?.rowCount ?? 0,
      columns: first?.columns.length ?? 0,
    });
  } catch (error) {
    if (!(error instanceof FileFailure)) return finish({ state: 'error', reason: String(error) });
    const message = failureMessage(error.code, 'en', error.parameters);
    return finish({ state: 'refused', reason: error.code, message });
  }
}
