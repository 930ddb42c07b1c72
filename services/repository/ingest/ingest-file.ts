import path from 'node:path';

import { ObjectNotFound } from '../files/file-store';
import { removeObjects } from '../files/remove-objects';
import { findFile, type StoredFile } from '../store/files';
import { saveReading, setFailed, setReading, type NewReading } from '../store/readings';
import { lockUploads } from '../store/studies';
import type { RepositoryContext } from '../usecases/context';
import { FileFailure } from './file-failure';
import { limitsOf } from './parsers/parser-limits';
import { readTables } from './read-tables';

/**
 * Job 'ingest-file': reads a stored file into its tables, or notes why it cannot be read. Doing it again
 * changes nothing: what is read already is left alone, and an attempt that broke off is begun anew under
 * the same names. A fault of ours is told to the owner when the last attempt has failed. A file that is
 * read anew keeps its former tables until the new ones take their place, all at once.
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
  await setReading(db, file);
  try {
    await readFile(repository, file, signal);
  } catch (error) {
    if (error instanceof FileFailure) return setFailed(db, file, error);
    if (lastAttempt && !signal.aborted) {
      await setFailed(db, file, { code: 'reading-fault', parameters: {} });
    }
    throw error;
  }
}

async function readFile(repository: RepositoryContext, file: StoredFile, signal: AbortSignal): Promise<void> {
  const { files } = repository;
  await using original = await files.openLocal(file.objectKey).catch((error: unknown) => {
    // Deleted a moment ago.
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (original === null) return;
  const written: string[] = [];
  const keyOf = (position: number) => {
    const key = tableKey(file, position);
    written.push(key);
    return key;
  };
  const source = {
    path: original.path,
    name: path.parse(file.name).name,
    choices: file.choices ?? undefined,
  };
  const limits = limitsOf(repository.settings);
  const reading = await readTables(repository, source, keyOf, signal, limits).catch(
    async (error: unknown) => {
      if (error instanceof FileFailure) await removeObjects(files, written);
      throw error;
    },
  );
  await removeObjects(files, (await store(repository, file, reading)) ?? written);
}

/**
 * Puts a reading in its place and has mapped tables checked. Answers the keys of the objects that are no
 * longer needed; null when the reading itself is not: the upload is deleted, or read by other choices.
 */
async function store(
  { db, jobs }: RepositoryContext,
  file: StoredFile,
  reading: NewReading,
): Promise<string[] | null> {
  const unused = await db.transaction(async (tx) => {
    const [upload] = await lockUploads(tx, [file.upload]);
    const current = upload && (await findFile(tx, file.id));
    if (current?.reading !== file.reading) return null;
    // Another worker may have taken over and be done; its rows may be mapped by now.
    if (current.state === 'ready') return [];
    const saved = await saveReading(tx, file.id, reading);
    for (const table of saved.mapped) await jobs.enqueue(tx, 'check-table', { table, revision: 0 });
    return saved.unused;
  });
  jobs.nudge();
  return unused;
}

/** Objects of one reading have names of their own: those of the reading before are still in use. */
function tableKey({ id, reading }: StoredFile, position: number): string {
  return reading === 0 ? `tables/${id}-${position}.parquet` : `tables/${id}-${reading}-${position}.parquet`;
}
