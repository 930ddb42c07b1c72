import { automaticParsing, type ParseOptions } from '@domain/api/readings';
import { isBeingRead } from '@domain/file-state';
import { isOutage } from '@domain/outage';

import type { RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import type { IsFinal } from '../../context/job-queue';
import { orMissing } from '../../files/read-objects';
import { onlyTableName } from '../../ingest/column-names';
import { putCorrection } from '../../ingest/correction';
import type { FoundAgain } from '../../ingest/plan-correction';
import { FileFailure } from '../../ingest/file-failure';
import { recogniseFile } from '../../ingest/file-kind';
import { findChangedRows } from '../../ingest/find-changed-rows';
import { findMovedRows } from '../../ingest/find-moved-rows';
import { findRenamedColumns } from '../../ingest/find-renamed-columns';
import { limitsOf } from '../../ingest/parsers/protocol';
import { readTables } from '../../ingest/read-tables';
import { whileSpace } from '../../receiving/storage-room';
import { saveParseOptions } from '../../store/corrections';
import { findFile, findUploadKind, type StoredFile } from '../../store/files';
import { listFormerTables } from '../../store/former-tables';
import { lockUploads } from '../../store/locks';
import { type NewReading, saveReading, setFailed, setReading } from '../../store/readings';
import { findCurrentFiles } from '../../store/upload-progress';

/**
 * Job 'ingest-file': reads a stored file into its tables, or records why it cannot be read. The job may run
 * again: a file that has been read is left alone, and an interrupted attempt is repeated under the same keys.
 * The owner is notified of a server error or outage only once it is final. A file that is reread, or replaced
 * by a corrected file, keeps its previous tables until all new ones are ready. If a corrected file cannot be
 * read, the previous tables stay in use.
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
    await whileSpace(repository, signal, (watched) => readFile(repository, file, watched));
  } catch (error) {
    if (error instanceof FileFailure) return fail(repository, file, error);
    if (isFinal(error) && !signal.aborted) {
      const code = isOutage(error) ? 'reading-away' : 'reading-error';
      await fail(repository, file, { code, parameters: {} });
    }
    throw error;
  }
}

/** Records that a file cannot be read, because servers have ended each time while they read it. */
export async function giveUpReading(repository: RepositoryContext, id: string): Promise<void> {
  const file = await findFile(repository.db, id);
  if (file && isBeingRead(file.state)) await fail(repository, file, { code: 'reading-error', parameters: {} });
}

/** Records the failure. The bytes of an unreadable corrected file are removed. */
async function fail(
  { db, files }: RepositoryContext,
  file: StoredFile,
  failure: Parameters<typeof setFailed>[2],
): Promise<void> {
  await setFailed(db, file, failure);
  if (file.versionState === 'pending') await removeObjects(files, [file.objectKey]);
}

async function readFile(repository: RepositoryContext, file: StoredFile, signal: AbortSignal): Promise<void> {
  const { db, files } = repository;
  await using original = await orMissing(files.openLocal(file.objectKey));
  if (original === null) {
    // The upload was deleted a moment ago, unless its row still exists.
    if (await findFile(db, file.id)) throw new FileFailure('original-missing');
    return;
  }
  const written: string[] = [];
  const reading = await readOriginal(repository, file, original.path, written, signal).catch(async (error: unknown) => {
    if (error instanceof FileFailure || (await findFile(db, file.id))) throw error;
    // The upload was deleted, or the file replaced, while its original was being read.
    return null;
  });
  if (reading === null) return removeObjects(files, written);
  const found = await findAgain(repository, file, reading);
  await removeObjects(files, (await store(repository, file, reading, found)) ?? written);
}

/**
 * Reads the local copy of an original with the choices of its owner, and adds the keys of the tables to
 * `written`. A corrected file inherits the choices of the previous one. If it cannot be read with them, it is
 * read without. Throws FileFailure after removing all tables.
 */
async function readOriginal(
  repository: RepositoryContext,
  file: StoredFile,
  local: string,
  written: string[],
  signal: AbortSignal,
): Promise<NewReading> {
  const { db, files, settings } = repository;
  const keyOf = (position: number) => {
    const key = tableKey(file, position);
    written.push(key);
    return key;
  };
  const named = { path: local, kind: await findUploadKind(db, file.upload), name: onlyTableName(file.name) };
  const read = async (choices: ParseOptions | null) => {
    const source = { ...named, choices: choices ?? automaticParsing };
    try {
      return await readTables(repository, source, keyOf, signal, limitsOf(settings));
    } catch (error) {
      if (error instanceof FileFailure) await removeObjects(files, written.splice(0));
      throw error;
    }
  };
  if (file.versionState === 'current' || file.choices === null) return read(file.choices);
  const fitting = await fittingOptions(local, file.choices);
  try {
    await saveParseOptions(db, file.id, fitting);
    return await read(fitting);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    await saveParseOptions(db, file.id, null);
    return read(null);
  }
}

/** Object keys are specific to one reading, because those of the previous reading are still in use. */
function tableKey({ id, reading }: StoredFile, position: number): string {
  return reading === 0 ? `tables/${id}-${position}.parquet` : `tables/${id}-${reading}-${position}.parquet`;
}

/** Drops an inherited encoding if the bytes themselves show theirs. */
async function fittingOptions(local: string, choices: ParseOptions): Promise<ParseOptions> {
  if (choices.encoding === null) return choices;
  const kind = await recogniseFile(local);
  const isCertain = kind.type === 'csv' && kind.encoding !== 'windows-1252';
  return isCertain ? { ...choices, encoding: null } : choices;
}

/** Columns and rows of the previous file that a corrected one has again, recognised by their content. */
async function findAgain(repository: RepositoryContext, file: StoredFile, reading: NewReading): Promise<FoundAgain> {
  const [current] = file.versionState === 'pending' ? await findCurrentFiles(repository.db, [file.upload]) : [];
  if (!current) return { renamed: new Map(), moved: new Map(), changed: new Map() };
  const former = await listFormerTables(repository.db, current.id);
  return {
    renamed: await findRenamedColumns(repository, former, reading.tables),
    moved: await findMovedRows(repository, former, reading.tables),
    changed: await findChangedRows(repository, former, reading.tables),
  };
}

/**
 * Saves a reading and enqueues the check of mapped tables. Returns the keys of objects that are no longer
 * needed. Returns null if the reading itself is obsolete because the upload was deleted, its file replaced or
 * other choices made.
 */
async function store(
  { db, jobs }: RepositoryContext,
  file: StoredFile,
  reading: NewReading,
  found: FoundAgain,
): Promise<string[] | null> {
  const unused = await db.transaction(async (tx) => {
    const [upload] = await lockUploads(tx, [file.upload]);
    const current = upload && (await findFile(tx, file.id));
    if (current?.reading !== file.reading) return null;
    // Another worker may have finished the job; its rows may already be mapped.
    if (current.state === 'ready') return [];
    const saved =
      current.versionState === 'pending'
        ? await putCorrection(tx, current, reading, found)
        : await saveReading(tx, file.id, reading);
    for (const table of saved.mapped) await jobs.enqueue(tx, 'check-table', { table, revision: 0 });
    return saved.unused;
  });
  jobs.nudge();
  return unused;
}
