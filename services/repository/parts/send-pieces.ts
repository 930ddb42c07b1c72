import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import type { FileStore } from '../context/file-store';
import { PartTakenOver } from '../context/part-store';
import type { Bucket } from '../files/s3-bucket';
import { asFull, partsOf } from '../files/s3-upload';
import type { Database } from '../store/database';
import { addPiece, type PlacedPart, reserveNumber, setStoreId, setTail, type Writing } from '../store/part-pieces';

const mebibyte = 1024 * 1024;
/** Stores refuse smaller pieces of a multipart upload, except for the last one. */
const smallestPieceBytes = 5 * mebibyte;
/** Two pieces are in memory for each request. */
const usualPieceBytes = 8 * mebibyte;
/** Stores accept 10,000 numbers. Each request that is cut off may waste one. */
const plannedNumbers = 9000;

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
}

/** What has been stored, and the error of the source if it has failed. */
export interface SentPieces {
  bytes: number;
  failure: { error: unknown } | null;
}

/**
 * Sends a stream to the bucket in pieces, each of which counts as received once the database knows it. What is left at the
 * end, or before an error of `source`, is a piece too if it is large enough, and otherwise the tail with which the next
 * request begins. Throws PartTakenOver and errors of the store.
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
  const pieceBytes = pieceBytesFor(place, total);
  const sender = new PieceSender(target);
  for await (const { data, isLast } of partsOf(untilFailure(), pieceBytes)) {
    const isPiece = !isLast || place.bytes + arrived === total || data.byteLength >= smallest(pieceBytes);
    if (isPiece) await sender.send(data);
    else if (arrived > 0) await sender.keepTail(data);
  }
  await sender.end();
  return { bytes: place.bytes + arrived, failure };
}

/** Pieces are larger if the numbers that are left would not suffice. */
function pieceBytesFor({ bytes, tailBytes, lastNumber }: PlacedPart, total: number): number {
  const left = total - bytes + tailBytes;
  return Math.max(usualPieceBytes, Math.ceil(left / Math.max(1, plannedNumbers - lastNumber)));
}

/** Smallest piece at the end of a request, so that clients with short requests do not use up the numbers. */
const smallest = (pieceBytes: number) => Math.max(smallestPieceBytes, Math.ceil(pieceBytes / 2));

/** Sends one piece while the next one is collected. */
class PieceSender {
  #storeId: string | null;
  #sending: Promise<void> = Promise.resolve();

  constructor(private readonly target: PieceTarget) {
    this.#storeId = target.place.storeId;
  }

  /** Waits for the piece before, then begins to send this one. `data` is in use until the next call returns. */
  async send(data: Buffer): Promise<void> {
    await this.#sending;
    if (data.byteLength === 0) return;
    this.#sending = this.#sendPiece(data);
    // The next call throws its error, which must not end the process before that.
    this.#sending.catch(() => undefined);
  }

  async keepTail(data: Buffer): Promise<void> {
    const { db, files, writing, tails } = this.target;
    await this.#sending;
    const tailKey = `${tails}${randomUUID()}`;
    await files.put(tailKey, Readable.from([data]));
    if (await setTail(db, writing, { tailKey, tailBytes: data.byteLength })) return;
    await files.remove(tailKey);
    throw new PartTakenOver();
  }

  end(): Promise<void> {
    return this.#sending;
  }

  async #sendPiece(data: Buffer): Promise<void> {
    const { db, bucket, writing, key, now } = this.target;
    const number = await reserveNumber(db, writing);
    if (number === null) throw new PartTakenOver();
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
    const { UploadId = '' } = await bucket.s3.createMultipartUpload({ Bucket: bucket.name, Key: key });
    if (!(await setStoreId(db, writing, UploadId))) throw new PartTakenOver();
    return UploadId;
  }
}
