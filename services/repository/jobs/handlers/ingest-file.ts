import { isOutage } from '@domain/outage';

import type { RepositoryContext } from '../../context/context';
import { ObjectNotFound, removeObjects } from '../../context/file-store';
import { FileFailure } from '../../ingest/file-failure';
import { findRenamedColumns } from '../../ingest/find-renamed-columns';
import type { RenamedColumns } from '../../ingest/plan-correction';
import { putCorrection } from '../../ingest/put-correction';
import { readOriginal } from '../../ingest/read-original';
import { findFile, type StoredFile } from '../../store/files';
import { listFormerTables } from '../../store/former-tables';
import { lockUploads } from '../../store/locks';
import { type NewReading, saveReading, setFailed, setReading } from '../../store/readings';
import { findCurrentFiles } from '../../store/upload-progress';
import type { IsFinal } from '../../context/job-queue';

/**
 * Job 'ingest-file': reads a stored file into its tables, or notes why it cannot be read. Doing it again
 * changes nothing: what is read already is left alone, and an attempt that broke off is begun anew under
 * the same names. A fault of ours, or of what is away, is told to the owner when it is final. A file that is
 * read anew keeps its former tables until the new ones take their place, all at once; so does one that a
 * corrected file replaces, and for good when that cannot be read.
 */
export async function ingestFile(
  repository: RepositoryContext,
  job: { file: string },
  signal: AbortSignal,
  isFinal: IsFinal = () => false,
): Promise<void> {
  const { db } = repository;
  const file = await findFile(db, job.file);
  if (!file || file.state === 'ready' || file.state === 'failed') return;
  await setReading(db, file);
  try {
    await readFile(repository, file, signal);
  } catch (error) {
    if (error instanceof FileFailure) return fail(repository, file, error);
    if (isFinal(error) && !signal.aborted) {
      const code = isOutage(error) ? 'reading-away' : 'reading-fault';
      await fail(repository, file, { code, parameters: {} });
    }
    throw error;
  }
}

/** Of a corrected file that cannot be read, nothing is kept but the reason. */
async function fail(
  { db, files }: RepositoryContext,
  file: StoredFile,
  failure: Parameters<typeof setFailed>[2],
): Promise<void> {
  await setFailed(db, file, failure);
  if (file.standing === 'coming') await removeObjects(files, [file.objectKey]);
}

async function readFile(repository: RepositoryContext, file: StoredFile, signal: AbortSignal): Promise<void> {
  const { files } = repository;
  await using original = await files.openLocal(file.objectKey).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (original === null) {
    // Deleted a moment ago: otherwise the object is lost.
    if (await findFile(repository.db, file.id)) throw new FileFailure('original-missing');
    return;
  }
  const written: string[] = [];
  const keyOf = (position: number) => {
    const key = tableKey(file, position);
    written.push(key);
    return key;
  };
  const reading = await readOriginal(repository, file, original.path, keyOf, signal).catch(async (error: unknown) => {
    if (error instanceof FileFailure || (await findFile(repository.db, file.id))) throw error;
    // Deleted, or replaced by a later one, while it was read: its original went away under the reader.
    return null;
  });
  if (reading === null) return removeObjects(files, written);
  const renamed = await findRenamed(repository, file, reading);
  await removeObjects(files, (await store(repository, file, reading, renamed)) ?? written);
}

/** Columns of a corrected file that only their content tells. */
async function findRenamed(
  repository: RepositoryContext,
  file: StoredFile,
  reading: NewReading,
): Promise<RenamedColumns> {
  const [current] = file.standing === 'coming' ? await findCurrentFiles(repository.db, [file.upload]) : [];
  if (!current) return new Map();
  const former = await listFormerTables(repository.db, current.id);
  return findRenamedColumns(repository, former, reading.tables);
}

/**
 * Puts a reading in its place and has mapped tables checked. Answers the keys of the objects that are no
 * longer needed; null when the reading itself is not: the upload is deleted, its file replaced, or read by
 * other choices.
 */
async function store(
  { db, jobs }: RepositoryContext,
  file: StoredFile,
  reading: NewReading,
  renamed: RenamedColumns,
): Promise<string[] | null> {
  const unused = await db.transaction(async (tx) => {
    const [upload] = await lockUploads(tx, [file.upload]);
    const current = upload && (await findFile(tx, file.id));
    if (current?.reading !== file.reading) return null;
    // Another worker may have taken over and be done; its rows may be mapped by now.
    if (current.state === 'ready') return [];
    const saved =
      current.standing === 'coming'
        ? await putCorrection(tx, current, reading, renamed)
        : await saveReading(tx, file.id, reading);
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
