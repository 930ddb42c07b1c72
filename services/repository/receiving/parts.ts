import type { Readable } from 'node:stream';

import { Refusal } from '@domain/error-codes';
import { partLifeDays } from '@domain/limits';

import type { RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import { listNeededKeys } from '../store/object-keys';
import { findPart, movePart, setPartUpload, type StoredResumableUpload, touchPart } from '../store/parts';
import { watchFreeSpace } from './storage-room';
import { asRefusal, keepFile, refusalOf } from './take-file';

/** Time for which an idle part is kept. */
export const partLifeMs = partLifeDays * 24 * 60 * 60 * 1000;

/** Bytes for a part from an offset on. `confirm` throws once they have arrived if the sender may not send them any more. */
export interface ArrivingBytes {
  source: Readable;
  offset: number;
  confirm: () => Promise<void>;
}

/**
 * Streams bytes to an incomplete part and returns the new offset. The caller must hold the lock of the part
 * and have read its row under that lock. Bytes that arrive before a connection breaks are kept. Refuses with
 * 'storage-full' and like `confirm`, and then keeps nothing of this request, and with 'too-large-body' beyond the size of
 * the file.
 */
export async function receiveBytes(
  repository: RepositoryContext,
  { id, state, bytes }: StoredResumableUpload,
  { source, offset, confirm }: ArrivingBytes,
): Promise<number> {
  const { db, parts, now } = repository;
  if (state !== 'receiving') return bytes;
  await touchPart(db, id, now());
  try {
    const allowed = upTo(source, bytes - offset, watchFreeSpace(repository));
    return await parts.append(id, confirmed(allowed, confirm), { offset, total: bytes, isVoid });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await touchPart(db, id, now());
  }
}

function isVoid(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  return code === 'storage-full' || code === 'token-invalid';
}

/** Asks also after a body that was cut off, because what arrived of it is kept. */
async function* confirmed(
  bytes: AsyncIterable<Uint8Array>,
  confirm: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* bytes;
  } finally {
    await confirm();
  }
}

/** Does not destroy the stream on an early end, so that the client, still sending, can receive the response. */
async function* upTo(
  source: Readable,
  most: number,
  watch: (bytes: number) => Promise<void> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new Refusal('too-large-body');
    await watch(chunk.byteLength);
    yield chunk;
  }
}

/** Another process has accepted or refused the part in the meantime. */
class AlreadyDecided extends Error {}

/** Running work per part id, so that concurrent calls share it. */
const running = new WeakMap<RepositoryContext['parts'], Map<string, Promise<void>>>();

/**
 * Turns a complete part into an upload, or records why it is refused. Does nothing with other parts. May be
 * called repeatedly, and after a crash: the result is exactly one upload.
 */
export function completeResumableUpload(repository: RepositoryContext, id: string): Promise<void> {
  const works = running.get(repository.parts) ?? new Map<string, Promise<void>>();
  running.set(repository.parts, works);
  const work = works.get(id) ?? adopt(repository, id).finally(() => works.delete(id));
  works.set(id, work);
  return work;
}

async function adopt(repository: RepositoryContext, id: string): Promise<void> {
  const part = await beginChecking(repository, id);
  if (!part) return;
  const { db, parts, now } = repository;
  try {
    await keepPart(repository, part);
  } catch (error) {
    if (error instanceof AlreadyDecided) return;
    if (!(error instanceof Refusal)) {
      // Another server may have refused the file, and removed its bytes, while this one compared them.
      if ((await findPart(db, id))?.state === 'checking') throw error;
      return;
    }
    const refusal = { code: error.code, parameters: error.parameters };
    await movePart(db, id, { from: 'checking', to: 'refused', now: now() }, { refusal });
  }
  await parts.remove(id);
}

/** Returns the part if it is complete and undecided, and closes it to further bytes; null otherwise. */
async function beginChecking({ db, parts, now }: RepositoryContext, id: string): Promise<StoredResumableUpload | null> {
  const lock = await parts.locks.acquire(id);
  try {
    const part = await findPart(db, id);
    if (!part || (part.state !== 'receiving' && part.state !== 'checking')) return null;
    const size = await parts.size(id);
    // What is being checked was complete, whatever has become of it since.
    if (size === null || (size !== part.bytes && part.state === 'receiving')) return null;
    await movePart(db, id, { from: 'receiving', to: 'checking', now: now() });
    return part;
  } finally {
    lock.release();
  }
}

async function keepPart(repository: RepositoryContext, part: StoredResumableUpload): Promise<void> {
  const { files, parts, jobs, now } = repository;
  const { id, owner, kind, name, bytes } = part;
  const objectKey = originalOf(id);
  const sha256 = await parts.finish(part, objectKey);
  const claim = async (tx: Transaction) => {
    const isOurs = await movePart(tx, id, { from: 'checking', to: 'taken', now: now() });
    if (!isOurs) throw new AlreadyDecided();
  };
  try {
    const file = { id, name, objectKey, bytes, sha256 };
    const kept = (tx: Transaction, number: number) => setPartUpload(tx, id, number);
    await keepFile(repository, { owner, kind, file }, { claim, kept });
  } catch (error) {
    if (error instanceof Refusal) await files.remove(objectKey);
    if (error instanceof AlreadyDecided) await removeUnclaimed(repository, id);
    throw error;
  }
  jobs.nudge();
}

/**
 * Removes the original that was made of a part which is not being checked any more, or is gone with its account, unless
 * it has become that of an upload.
 */
export async function removeUnclaimed({ db, files }: RepositoryContext, id: string): Promise<void> {
  const key = originalOf(id);
  const needed = await listNeededKeys(db, [key]);
  if (!needed.has(key)) await files.remove(key);
}

const originalOf = (id: string) => `originals/${id}`;
