import path from 'node:path';

import { ObjectNotFound } from '../files/file-store';
import { removeObjects } from '../files/remove-objects';
import { findFile, saveReading, setFailed, setReading, type StoredFile } from '../store/files';
import { lockUploads } from '../store/studies';
import type { RepositoryContext } from '../usecases/context';
import { FileFailure } from './file-failure';
import { limitsOf } from './parsers/parser-limits';
import { readTables } from './read-tables';

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
  await using original = await files.openLocal(file.objectKey).catch((error: unknown) => {
    // Deleted a moment ago.
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (original === null) return;
  const written: string[] = [];
  const keyOf = (position: number) => {
    const key = `tables/${file.id}-${position}.parquet`;
    written.push(key);
    return key;
  };
  const source = { path: original.path, name: path.parse(file.name).name };
  const limits = limitsOf(repository.settings);
  const reading = await readTables(repository, source, keyOf, signal, limits).catch(
    async (error: unknown) => {
      if (error instanceof FileFailure) await removeObjects(files, written);
      throw error;
    },
  );
  const isStored = await db.transaction(async (tx) => {
    const [upload] = await lockUploads(tx, [file.upload]);
    const current = upload && (await findFile(tx, file.id));
    if (!current) return false;
    // Another worker may have taken over and be done; its rows may be mapped by now.
    if (current.state !== 'ready') await saveReading(tx, file.id, reading);
    return true;
  });
  if (!isStored) await removeObjects(files, written);
}
