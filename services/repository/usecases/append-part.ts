import type { Readable } from 'node:stream';

import { Refusal } from '@domain/error-codes';

import { touchPart, type StoredPart } from '../store/parts';
import { asRefusal } from './accepted-file';
import type { RepositoryContext } from './context';

/**
 * Appends to an own part that is still arriving, as it comes, and answers the new offset. The caller holds
 * the part's lock and has looked up the part under it. What had arrived before a connection broke is kept.
 * Refuses with 'storage-full', and with 'too-large-body' what goes beyond the file.
 */
export async function appendToPart(
  { db, parts, now }: RepositoryContext,
  { id, state, bytes }: StoredPart,
  { source, offset }: { source: Readable; offset: number },
): Promise<number> {
  if (state !== 'receiving') return bytes;
  await touchPart(db, id, now());
  try {
    return await parts.append(id, upTo(source, bytes - offset), offset);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await touchPart(db, id, now());
  }
}

/** Leaves the stream open when it is left early: the answer has to reach whoever is still sending. */
async function* upTo(source: Readable, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new Refusal('too-large-body');
    yield chunk;
  }
}
