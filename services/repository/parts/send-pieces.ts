import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import type { FileStore } from '../context/file-store';
import { PartTakenOver } from '../context/part-store';
import type { Bucket } from '../files/s3-bucket';
import { asFull, partsOf, sendInTurn } from '../files/s3-upload';
import type { Database } from '../store/database';
import { addPiece, type PlacedPart, reserveNumber, setStoreId, setTail, type Writing } from '../store/part-pieces';

const mebibyte = 1024 * 1024;
/** Stores refuse smaller pieces of a multipart upload, except for the last one. */
const smallestPieceBytes = 5 * mebibyte;
/** Two pieces are in memory for each request. */
const usualPieceBytes = 8 * mebibyte;
const largestPieceBytes = 64 * mebibyte;
/** Numbers that stores accept. */
const lastNumber = 10_000;
/** Each request that is cut off may waste one. */
const plannedNumbers = 9000;

/** The store takes no further piece of this part, because too many of its requests were cut off or overtaken. */
export class NumbersUsedUp extends Error {}

/** A part to send bytes to, and where those before are. */
export interface PieceTarget {
  db: Database;
  bucket: Bucket;
  files: FileStore;
  now: () => Date;
  writing: Writing;
  place: PlacedPart;
  /** Key of the object that is made of all pieces. */
  key: string;
  /** Where the keys of tails begin. */
  tails: string;
  /** Size of the whole file. */
  total: number;
  /** Whether nothing may be kept of a request whose source fails so. */
  isVoid: (error: unknown) => boolean;
}

/** What has been stored, and the error of the source if it has failed. */
export interface SentPieces {
  bytes: number;
  failure: { error: unknown } | null;
  /** The tail of before is still that of the part. */
  hasTail: boolean;
}

/**
 * Sends a stream to the bucket in pieces, each of which counts as received once the database knows it. What is left at the
 * end, or before an error of `source`, is a piece too if it is large enough, and otherwise the tail with which the next
 * request begins. Throws PartTakenOver, NumbersUsedUp and errors of the store.
 */
export async function sendPieces(target: PieceTarget, source: AsyncIterable<Uint8Array>): Promise<SentPieces> {
  const { place, files, total } = target;
  let arrived = 0;
  let failure: SentPieces['failure'] = null;
  async function* untilFailure() {
    if (place.tailKey) yield* (await files.read(place.tailKey)) as AsyncIterable<Uint8Array>;
    try {
      for await (const chunk of source) {
        arrived += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      failure = { error };
    }
  }
  const { most, least } = pieceSizes(place, total);
  const sender = new PieceSender(target);
  let hasTail = true;
  await sendInTurn(partsOf(untilFailure(), most), async ({ data, isLast }) => {
    // Otherwise the part could be complete for a moment, and be taken by another server.
    if (failure && target.isVoid(failure.error)) return;
    const isPiece = !isLast || place.bytes + arrived === total || data.byteLength >= least;
    if (data.byteLength === 0 || (!isPiece && arrived === 0)) return;
    await (isPiece ? sender.send(data) : sender.keepTail(data));
    hasTail = false;
  });
  return { bytes: place.bytes + arrived, failure, hasTail };
}

/**
 * Sizes of the next pieces: the usual, unless the numbers that are left would not suffice. Then only whole pieces are
 * sent, so that clients with short requests do not use up the numbers. `least` is for the piece at the end of a request.
 */
export function pieceSizes({ bytes, tailBytes, lastNumber: used }: PlacedPart, total: number) {
  const left = total - bytes + tailBytes;
  const needed = Math.ceil(left / Math.max(1, plannedNumbers - used));
  const isScarce = needed > usualPieceBytes;
  const largest = Math.max(largestPieceBytes, Math.ceil(total / plannedNumbers));
  const piece = isScarce ? Math.min(needed, largest) : usualPieceBytes;
  // No more memory than what can still arrive.
  return { most: Math.min(piece, Math.max(1, left)), least: isScarce ? piece : smallestPieceBytes };
}

/** Sends pieces of a part, one after the other, for one request. */
class PieceSender {
  #storeId: string | null;

  constructor(private readonly target: PieceTarget) {
    this.#storeId = target.place.storeId;
  }

  async keepTail(data: Buffer): Promise<void> {
    const { db, files, writing, tails } = this.target;
    const tailKey = `${tails}${randomUUID()}`;
    await files.put(tailKey, Readable.from([data]));
    if (await setTail(db, writing, { tailKey, tailBytes: data.byteLength })) return;
    await files.remove(tailKey);
    throw new PartTakenOver();
  }

  async send(data: Buffer): Promise<void> {
    const { db, bucket, writing, key, now } = this.target;
    const number = await reserveNumber(db, writing);
    if (number === null) throw new PartTakenOver();
    if (number > lastNumber) throw new NumbersUsedUp();
    const UploadId = (this.#storeId ??= await this.#begin());
    const piece = { Bucket: bucket.name, Key: key, UploadId, PartNumber: number, Body: data };
    const { ETag = '' } = await bucket.s3.uploadPart(piece).catch((error: unknown) => {
      throw asFull(error);
    });
    const isAdded = await addPiece(db, writing, { number, bytes: data.byteLength, etag: ETag }, now());
    if (!isAdded) throw new PartTakenOver();
  }

  async #begin(): Promise<string> {
    const { db, bucket, writing, key } = this.target;
    const object = { Bucket: bucket.name, Key: key };
    const { UploadId = '' } = await bucket.s3.createMultipartUpload(object);
    if (await setStoreId(db, writing, UploadId)) return UploadId;
    await bucket.s3.abortMultipartUpload({ ...object, UploadId });
    throw new PartTakenOver();
  }
}
