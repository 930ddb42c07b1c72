import type { RepositoryContext } from '../context/context';
import type { StoredObject } from '../context/file-store';
import { removeSurplusFiles } from '../files/kept-files';
import { completeResumableUpload, partLifeMs } from '../receiving/parts';
import { listArrivingKeys, listNeededKeys } from '../store/object-keys';
import { deletePart, listIdleParts, listPartsById, listUndecidedParts } from '../store/parts';

/** Figures of a sweep. */
export interface SweptObjects {
  objects: number;
  bytes: number;
  /** Unfinished writes of dead processes. */
  unfinished: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Folders whose objects all have a row, and the age from which an object without one is an orphan. A job that
 * writes objects before their rows ends within a day. The transfer of an upload with several files may take
 * longer.
 */
const sweptFolders = [
  { prefix: 'originals/', afterMs: 7 * dayMs },
  { prefix: 'tables/', afterMs: dayMs },
  { prefix: 'problems/', afterMs: dayMs },
  { prefix: 'published/', afterMs: dayMs },
  { prefix: 'kept/', afterMs: dayMs },
  // Bytes of resumable uploads that have come to a piece since.
  { prefix: 'parts/', afterMs: dayMs },
  // Damaged objects that were replaced: no row refers to them, and nobody needs them after a month.
  { prefix: 'damaged/', afterMs: 30 * dayMs },
];
/** Objects that are looked up by one statement and removed together. */
const batchSize = 100;

/**
 * Removes kept files above their limits, and orphaned objects, left behind by a server that died between writing or
 * removing an object and its row. Called at the start of the server and once a day. Several servers may do it concurrently.
 */
export async function sweepObjects(
  repository: Pick<RepositoryContext, 'db' | 'files' | 'now' | 'settings'>,
  signal: AbortSignal,
): Promise<SweptObjects> {
  const swept: SweptObjects = { objects: 0, bytes: 0, unfinished: 0 };
  await removeSurplusFiles(repository);
  for (const { prefix, afterMs } of sweptFolders) {
    const before = repository.now().getTime() - afterMs;
    let batch: StoredObject[] = [];
    for await (const object of repository.files.list(prefix)) {
      if (object.modifiedAt.getTime() < before) batch.push(object);
      if (batch.length < batchSize) continue;
      await sweepBatch(repository, batch, swept, signal);
      batch = [];
    }
    await sweepBatch(repository, batch, swept, signal);
  }
  swept.unfinished = await repository.files.removeUnfinished(await listArrivingKeys(repository.db));
  return swept;
}

async function sweepBatch(
  { db, files }: Pick<RepositoryContext, 'db' | 'files'>,
  batch: StoredObject[],
  swept: SweptObjects,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const needed = await listNeededKeys(
    db,
    batch.map(({ key }) => key),
  );
  const orphans = batch.filter(({ key }) => !needed.has(key));
  await Promise.all(orphans.map(({ key }) => files.remove(key)));
  swept.objects += orphans.length;
  for (const { bytes } of orphans) swept.bytes += bytes;
}

/** The file of a part is created before its row. A file of this age without a row was left by a crash. */
const orphanAgeMs = 24 * 60 * 60 * 1000;

/**
 * Removes parts that have been idle for seven days and local files without a part, and turns complete parts
 * into uploads, as after a crash. Called at the start of the server and once a day. Errors of single parts go
 * to `report`; they are retried the next time.
 */
export async function sweepParts(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, parts, now } = repository;
  for (const id of await listIdleParts(db, new Date(now().getTime() - partLifeMs))) {
    // A client is sending to it right now.
    if (parts.locks.isHeld(id)) continue;
    await deletePart(db, id);
    await parts.remove(id);
  }
  for (const id of await listUndecidedParts(db)) await completeResumableUpload(repository, id).catch(report);
  const stored = await parts.list();
  const known = await listPartsById(
    db,
    stored.map(({ id }) => id),
  );
  const states = new Map(known.map(({ id, state }) => [id, state]));
  const orphaned = new Date(now().getTime() - orphanAgeMs);
  for (const { id, modifiedAt } of stored) {
    const state = states.get(id);
    const isDecided = state === 'taken' || state === 'refused';
    if (isDecided || (state === undefined && modifiedAt && modifiedAt < orphaned)) await parts.remove(id);
  }
}
