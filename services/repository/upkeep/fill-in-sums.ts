import { sha256Of } from '../sha256';
import { orMissing } from '../files/read-objects';
import type { RepositoryContext } from '../context/context';
import { listTablesWithoutSum, storeSum } from '../store/published-data-sets';

/**
 * Reads the objects of the tables that were published before their SHA-256 was stored, one after the other, and stores
 * it. Tables whose object the store has lost stay without. Called at the start of the server and once a day. Several
 * servers may do it concurrently. Throws the reason of `signal` when it is aborted.
 */
export async function fillInSums(
  { db, files }: Pick<RepositoryContext, 'db' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, objectKey } of await listTablesWithoutSum(db)) {
    signal.throwIfAborted();
    const content = await orMissing(files.read(objectKey));
    if (content === null) continue;
    const stop = () => content.destroy(signal.reason as Error);
    signal.addEventListener('abort', stop);
    try {
      await storeSum(db, id, await sha256Of(content as AsyncIterable<Uint8Array>));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}
