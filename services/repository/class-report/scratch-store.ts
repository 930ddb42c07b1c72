import { Outage, outageStatus } from '@domain/outage';
import { Refusal } from '@domain/error-codes';

import type { RepositoryContext } from '../context/context';
import type { FileStore } from '../context/file-store';
import { type StatementOptions, type TableEngine, TableEngineError } from '../context/table-engine';
import { createDiskFileStore } from '../files/disk-file-store';
import { FileFailure } from '../ingest/file-failure';

/** Longest statement about a class. They take some hundredths of a second. */
const statementMs = 20_000;

/** Where the files of one request are: a folder of this machine that is gone when it is answered. */
export interface ScratchStore {
  files: FileStore;
  tables: TableEngine;
}

/**
 * Does work with files in a folder of its own, which is removed before the result is returned; that of a killed process
 * is removed at the next start, as all unfinished writes. Errors other than refusals lose their messages, which may
 * contain cells and would be logged.
 */
export async function withScratchStore<Result>(
  repository: Pick<RepositoryContext, 'files' | 'tables'>,
  signal: AbortSignal,
  work: (store: ScratchStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await repository.files.withScratchFile(async (folder) =>
      work({ files: await createDiskFileStore(folder), tables: limitedEngine(repository.tables, signal) }),
    );
  } catch (error) {
    throw withoutContents(error);
  }
}

/** The engine with a time limit for each statement, and none after the request has ended. It is everybody's, so nobody closes it. */
function limitedEngine(engine: TableEngine, signal: AbortSignal): TableEngine {
  const limited = (options?: StatementOptions): StatementOptions => {
    signal.throwIfAborted();
    return { ...options, timeoutMs: statementMs, signal };
  };
  return {
    all: async (sql, parameters, options) => engine.all(sql, parameters, limited(options)),
    run: async (sql, parameters, options) => engine.run(sql, parameters, limited(options)),
    stream: (sql, parameters, options) => engine.stream(sql, parameters, limited(options)),
    encode: (sql, format, options) => engine.encode(sql, format, limited(options)),
    close: () => Promise.resolve(),
  };
}

/** The beginning of the engine's message that says that memory was not enough (`isTooMuch`). */
const outOfMemory = 'Out of Memory Error';

/** An error of the same kind and place whose message says nothing of what was read. */
export function withoutContents(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof FileFailure) return error;
  const status = outageStatus(error);
  if (status === 507) return new Refusal('storage-full');
  const without =
    status !== null
      ? new Outage('A class could not be read now.')
      : error instanceof TableEngineError
        ? new TableEngineError(error.reason, error.message.startsWith(outOfMemory) ? outOfMemory : 'About a class')
        : new Error('A class could not be read.');
  if (error instanceof Error) without.stack = `${without.name}: ${without.message}\n${placesOf(error)}`;
  return without;
}

/** The lines of a stack that name code; those before them repeat the message. */
function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at [^\s].*:\d+:\d+\)?$/.test(line))
    .join('\n');
}
