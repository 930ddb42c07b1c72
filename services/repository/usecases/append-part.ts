import type { Readable } from 'node:stream';

import { touchPart, type StoredPart } from '../store/parts';
import { asRefusal } from './accepted-file';
import type { RepositoryContext } from './context';

/**
 * Appends to an own part that is still arriving, as it comes, and answers the new offset. The caller holds
 * the part's lock, has looked up the part under it, and lets no more come than is missing. What had
 * arrived before a connection broke is kept. Refuses with 'storage-full'.
 */
export async function appendToPart(
  { db, parts, now }: RepositoryContext,
  { id, state, bytes }: StoredPart,
  { source, offset }: { source: Readable; offset: number },
): Promise<number> {
  if (state !== 'receiving') return bytes;
  await touchPart(db, id, now());
  try {
    return await parts.append(id, source, offset);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await touchPart(db, id, now());
  }
}
