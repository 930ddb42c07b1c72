import type { RepositoryContext } from '../context/context';
import type { StoredObject } from '../context/file-store';
import { listNeededKeys } from '../store/object-keys';

/** What a sweep took away. */
export interface SweptObjects {
  objects: number;
  bytes: number;
  /** Writes of dead processes that were half done. */
  unfinished: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Folders that hold nothing but what rows refer to, and how old an object must be to be missed by none. A
 * job that writes objects before their rows ends within a day; the body of an upload with several files
 * may be on its way for longer.
 */
const sweptFolders = [
  { prefix: 'originals/', afterMs: 7 * dayMs },
  { prefix: 'tables/', afterMs: dayMs },
  { prefix: 'problems/', afterMs: dayMs },
  { prefix: 'published/', afterMs: dayMs },
];
/** Objects looked up by one statement and removed at a time. */
const batchSize = 100;

/**
 * Removes objects that no row refers to and that are old enough that none will: left by a server that
 * died between a write and its row, or between the removal of a row and that of its object. Goes through
 * the store in batches, however much it holds. Called when the server starts and once a day; several
 * servers may do it at a time.
 */
export async function sweepObjects(
  repository: Pick<RepositoryContext, 'db' | 'files' | 'now'>,
  signal: AbortSignal,
): Promise<SweptObjects> {
  const swept: SweptObjects = { objects: 0, bytes: 0, unfinished: 0 };
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
  swept.unfinished = await repository.files.removeUnfinished();
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
