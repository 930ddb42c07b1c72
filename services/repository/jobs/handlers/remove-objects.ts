import type { RepositoryContext } from '../../context/context';
import { asidePrefix, keptAside } from '../../fixity/copies';
import { listNeededKeys } from '../../store/object-keys';

/**
 * Job 'remove-objects': removes objects whose rows are gone, except those that a row of another upload refers to, and what
 * was kept aside of them when they were damaged. An object that is gone already counts as removed, so the job may run
 * twice.
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
  const gone = new Set(keys.filter((key) => !needed.has(key)));
  for await (const { key } of files.list(asidePrefix)) {
    signal.throwIfAborted();
    if (gone.has(keptAside(key))) await files.remove(key);
  }
}
