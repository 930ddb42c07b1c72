import type { RepositoryContext } from '../../context/context';
import { listNeededKeys } from '../../store/object-keys';

/**
 * Job 'remove-objects': removes the objects of a withdrawn data set, except those that a row of another one refers to.
 * An object that is gone already counts as removed, so the job may run twice.
 */
export async function removeObjectsOf(
  { db, files }: Pick<RepositoryContext, 'db' | 'files'>,
  { keys }: { keys: string[] },
  signal: AbortSignal,
): Promise<void> {
  const needed = await listNeededKeys(db, keys);
  for (const key of keys) {
    signal.throwIfAborted();
    if (!needed.has(key)) await files.remove(key);
  }
}
