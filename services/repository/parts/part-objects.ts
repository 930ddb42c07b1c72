import { createHash, type Hash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import { Refusal } from '@domain/error-codes';

import { type FileStore, ObjectNotFound, removeObjects } from '../context/file-store';
import { type Appending, type PartStore, PartTakenOver } from '../context/part-store';
import type { Bucket } from '../files/s3-bucket';
import { abortUploadsOf } from '../files/s3-multipart';
import { sha256Of } from '../sha256';
import type { Database } from '../store/database';
import {
  findPlace,
  findPlaces,
  forgetPlace,
  listPieces,
  listPlacedParts,
  losePlace,
  type PlacedPart,
  restorePlace,
  takePartOver,
} from '../store/part-pieces';
import { createPartLocks } from './part-locks';
import { NumbersUsedUp, sendPieces } from './send-pieces';

/** Hash of all bytes of a part up to the end of the request `writer`. */
interface RunningHash {
  hash: Hash;
  writer: string;
}

/** A part and its newest request; null if there was none. */
interface Sender {
  part: string;
  writer: string | null;
}

/** Longest time after which an object is there that another server is completing, and the time between two looks. */
const completionMs = 5000;
const lookMs = 250;

/** Parts whose hash is in memory. */
const rememberedHashes = 1000;

interface PartObjectsOptions {
  db: Database;
  bucket: Bucket;
  files: FileStore;
  now: () => Date;
}

/** Key of the object that a part becomes. The bucket collects its pieces under it. */
const objectOf = (id: string) => `originals/${id}`;
const tailsOf = (id: string) => `parts/${id}/`;

/**
 * Parts of uploads that arrive in several requests, sent to the bucket as pieces of a multipart upload while they arrive.
 * The database knows which pieces the bucket has, so any server goes on where another one ended or was killed.
 */
export function createPartObjects(options: PartObjectsOptions): PartStore {
  const { db, bucket, files, now } = options;
  const hashes = new LRUCache<string, RunningHash>({ max: rememberedHashes });

  /** The hash of all bytes so far; null if another server has received some of them. */
  function hashUntil(id: string, { writer }: PlacedPart): Hash | null {
    if (writer === null) return createHash('sha256');
    const known = hashes.get(id);
    return known?.writer === writer ? known.hash : null;
  }

  async function append(id: string, source: AsyncIterable<Uint8Array>, appending: Appending): Promise<number> {
    const { offset, total, isVoid } = appending;
    const writing = { part: id, writer: randomUUID() };
    const place = await takePartOver(db, writing, offset);
    if (!place) throw new Refusal('not-found');
    if (place.bytes !== offset) throw new PartTakenOver();
    const hash = hashUntil(id, place);
    hashes.delete(id);
    const target = { db, bucket, files, now, writing, place, key: objectOf(id), tails: tailsOf(id) };
    try {
      const { bytes, failure, hasTail } = await sendPieces({ ...target, total, isVoid }, hashed(source, hash)).catch(
        (error) => loseIfGone(writing, error),
      );
      if (failure && isVoid(failure.error)) throw failure.error;
      if (hash) hashes.set(id, { hash, writer: writing.writer });
      if (place.tailKey && !hasTail) await removeObjects(files, [place.tailKey]);
      if (failure) throw failure.error;
      return bytes;
    } catch (error) {
      if (isVoid(error)) await restorePlace(db, writing, place);
      throw error;
    }
  }

  /**
   * What had arrived is gone, as with another bucket, or nothing can be added to it. Its sender has to begin again.
   * Another request that writes the part since, and may have completed the object, keeps what it has.
   */
  async function loseIfGone({ part, writer }: Sender, error: unknown): Promise<never> {
    if (!isGone(error) && !(error instanceof NumbersUsedUp)) throw error;
    if (writer !== null && !(await losePlace(db, { part, writer }))) throw new PartTakenOver();
    throw Object.assign(new Refusal('upload-lost'), { cause: error });
  }

  return {
    locks: createPartLocks(),
    create: async () => undefined,
    size: async (id) => (await findPlace(db, id)).bytes,
    async sizes(asked, ids) {
      const places = await findPlaces(asked, ids);
      return ids.map((id) => places.get(id)?.bytes ?? 0);
    },
    append,
    read: () => null,
    async finish({ id, bytes }) {
      const place = await findPlace(db, id);
      const sender = { part: id, writer: place.writer };
      await completeObject(options, id, place, bytes).catch((error) => loseIfGone(sender, error));
      const hash = place.writer === null ? null : hashUntil(id, place);
      return hash ? hash.copy().digest('hex') : sha256Of(await files.read(objectOf(id)));
    },
    async remove(id) {
      hashes.delete(id);
      await forgetPlace(db, id);
      await abortUploadsOf(bucket, objectOf(id));
      for await (const { key } of files.list(tailsOf(id))) await files.remove(key);
    },
    list: async () => (await listPlacedParts(db)).map((id) => ({ id })),
  };
}

/**
 * Makes the object of all pieces, unless another server has done so, or is about to. Throws ObjectNotFound if it is not
 * there in the end, or has another size.
 */
async function completeObject(
  { db, bucket, files }: PartObjectsOptions,
  id: string,
  { storeId }: PlacedPart,
  total: number,
): Promise<void> {
  const key = objectOf(id);
  if (storeId) {
    const pieces = await listPieces(db, id);
    const Parts = pieces.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    const upload = { Bucket: bucket.name, Key: key, UploadId: storeId, MultipartUpload: { Parts } };
    await bucket.s3.completeMultipartUpload(upload).catch((error: unknown) => {
      // Another attempt may have completed it.
      if (!isGone(error)) throw error;
    });
  }
  const end = performance.now() + completionMs;
  do {
    const size = await files.size(key).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      return null;
    });
    if (size === total) return;
    await delay(lookMs);
  } while (performance.now() < end);
  await files.remove(key);
  throw new ObjectNotFound(key);
}

/** The multipart upload or an object is not there, although the bucket is. */
function isGone(error: unknown): boolean {
  return error instanceof ObjectNotFound || (error as Error | null)?.name === 'NoSuchUpload';
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash | null): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash?.update(chunk);
    yield chunk;
  }
}
