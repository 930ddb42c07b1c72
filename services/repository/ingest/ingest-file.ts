import path from 'node:path';

import { ObjectNotFound } from '../files/file-store';
import { removeObjects } from '../files/remove-objects';
import { findFile, saveReading, setFailed, setReading, type StoredFile } from '../store/files';
import { lockUploads } from '../store/studies';
import type { RepositoryContext } from '../usecases/context';
import { FileFailure } from './file-failure';
import { recogniseFile } from './file-kind';
import { readCsvFile } from './read-csv-file';

/**
 * Job 'ingest-file': reads a stored file into its tables, or notes why it cannot be read. Doing it again
 * changes nothing: what is read already is left alone, and an attempt that broke off is begun anew under
 * the same names. A fault of ours is told to the owner when the last attempt has failed.
 */
export async function ingestFile(
  repository: RepositoryContext,
  job: { file: string },
  signal: AbortSignal,
  lastAttempt = false,
): Promise<void> {
  const { db } = repository;
  const file = await findFile(db, job.file);
  if (!file || file.state === 'ready' || file.state === 'failed') return;
  await setReading(db, file.id);
  try {
    await readFile(repository, file, signal);
  } catch (error) {
    if (error instanceof FileFailure) return setFailed(db, file.id, error);
    if (lastAttempt && !signal.aborted) {
      await setFailed(db, file.id, { code: 'reading-fault', parameters: {} });
    }
    throw error;
  }
}

async function readFile(repository: RepositoryContext, file: StoredFile, signal: AbortSignal): Promise<void> {
  const { db, files } = repository;
  const original = await files.localPath(file.objectKey).catch((error: unknown) => {
    // Deleted a moment ago.
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (original === null) return;
  const kind = await recogniseFile(original);
  if (kind.type === 'unknown') throw new FileFailure(kind.failure);
  if (kind.type !== 'csv') throw new FileFailure('damaged');

  const objectKey = `tables/${file.id}-0.parquet`;
  const { columns, rowCount, dialect } = await readCsvFile(
    repository,
    original,
    kind.encoding,
    objectKey,
    signal,
  );
  const table = {
    name: path.parse(file.name).name,
    rowCount,
    objectKey,
    columns: columns.map((name) => ({ name, info: null })),
  };
  const isStored = await db.transaction(async (tx) => {
    const [upload] = await lockUploads(tx, [file.upload]);
    const current = upload && (await findFile(tx, file.id));
    if (!current) return false;
    // Another worker may have taken over and be done; its rows may be mapped by now.
    if (current.state !== 'ready') await saveReading(tx, file.id, { dialect, tables: [table] });
    return true;
  });
  if (!isStored) await removeObjects(files, [objectKey]);
}
