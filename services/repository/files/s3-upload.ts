import { createHash } from 'node:crypto';

import { statusOf, type Bucket } from './s3-bucket';

/** What was stored, by what was sent and by what the store answered. */
export interface SentObject {
  bytes: number;
  sha256: string;
  etag: string | undefined;
}

const mebibyte = 1024 * 1024;
/** Parts of 16 MiB hold 160 GB in the 10,000 parts that a store takes; what may be larger gets larger parts. */
const smallestPartBytes = 16 * mebibyte;
const plannedParts = 9000;
/** Names under which stores say that they are full; others answer 507. */
const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'];

/**
 * Sends a stream of at most `largestBytes` to the store, hashing it on the way: in one call when it is
 * small, else in parts. Nothing is seen under the key until all of it is there; parts of a stream that
 * fails are thrown away. One part fills while the one before it is on its way, so two are in memory.
 */
export async function sendObject(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  largestBytes: number,
): Promise<SentObject> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  const partBytes = Math.max(smallestPartBytes, Math.ceil(largestBytes / plannedParts));
  const upload = new PartsUpload(bucket, key);
  try {
    for await (const { data, isLast } of partsOf(counted(), partBytes)) await upload.add(data, isLast);
    const etag = await upload.finish();
    return { bytes, sha256: hash.digest('hex'), etag };
  } catch (error) {
    await upload.abort();
    throw isFull(error) ? fullError(error) : error;
  }
}

/** Gathers a stream into parts. Two buffers take turns: a part holds until the next but one is asked for. */
async function* partsOf(source: AsyncIterable<Uint8Array>, partBytes: number) {
  const buffers = [Buffer.allocUnsafe(partBytes), Buffer.allocUnsafe(partBytes)] as const;
  let current: Buffer = buffers[0];
  let filled = 0;
  for await (let chunk of source) {
    while (chunk.byteLength > 0) {
      // A full part waits for more: the last one is known by what follows it.
      if (filled === partBytes) {
        yield { data: current, isLast: false };
        current = current === buffers[0] ? buffers[1] : buffers[0];
        filled = 0;
      }
      const taken = chunk.subarray(0, partBytes - filled);
      current.set(taken, filled);
      filled += taken.byteLength;
      chunk = chunk.subarray(taken.byteLength);
    }
  }
  yield { data: current.subarray(0, filled), isLast: true };
}

/** An object on its way to the store, part after part. */
class PartsUpload {
  readonly #place: { Bucket: string; Key: string };
  readonly #sent: { PartNumber: number; ETag: string | undefined }[] = [];
  #uploadId: string | undefined;
  #whole: string | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly bucket: Bucket,
    key: string,
  ) {
    this.#place = { Bucket: bucket.name, Key: key };
  }

  /** Waits for the part before, then sends this one; `data` is read until the next call is answered. */
  async add(data: Buffer, isLast: boolean): Promise<void> {
    const { s3 } = this.bucket;
    await this.#sending;
    if (isLast && this.#sent.length === 0) {
      this.#whole = (await s3.putObject({ ...this.#place, Body: data })).ETag;
      return;
    }
    this.#uploadId ??= (await s3.createMultipartUpload(this.#place)).UploadId;
    this.#sending = this.#send(data, this.#sent.length + 1);
    // Its failure is met by the next call; until then it must not end the process.
    this.#sending.catch(() => undefined);
    this.#sent.push({ PartNumber: this.#sent.length + 1, ETag: undefined });
  }

  /** Makes the object visible; answers its ETag. */
  async finish(): Promise<string | undefined> {
    await this.#sending;
    if (this.#uploadId === undefined) return this.#whole;
    const done = await this.bucket.s3.completeMultipartUpload({
      ...this.#place,
      UploadId: this.#uploadId,
      MultipartUpload: { Parts: this.#sent },
    });
    return done.ETag;
  }

  /** Throws away what was sent. What cannot be thrown away now is found idle in a day. */
  async abort(): Promise<void> {
    await this.#sending.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    const place = { ...this.#place, UploadId: this.#uploadId };
    await this.bucket.s3.abortMultipartUpload(place).catch(() => undefined);
  }

  async #send(data: Buffer, number: number): Promise<void> {
    const part = { ...this.#place, UploadId: this.#uploadId, PartNumber: number, Body: data };
    const { ETag } = await this.bucket.s3.uploadPart(part);
    const sent = this.#sent[number - 1];
    if (sent) sent.ETag = ETag;
  }
}

function isFull(error: unknown): boolean {
  return statusOf(error) === 507 || fullNames.includes((error as Error | null)?.name ?? '');
}

/** Tells what a full disk tells, so that whoever uploads is told the same. */
function fullError(cause: unknown): Error {
  return Object.assign(new Error('The object store is full.', { cause }), { code: 'ENOSPC' });
}
