import { createHash } from 'node:crypto';

import { statusOf, type Bucket } from './s3-bucket';

const mebibyte = 1024 * 1024;
/** Stores accept 10,000 parts, which is 160 GB with 16 MiB each. Parts of larger objects are larger. */
const smallestPartBytes = 16 * mebibyte;
const plannedParts = 9000;
/** Error names of full stores; others respond with 507. */
const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'];

/**
 * Sends a stream of at most `largestBytes` to the store and hashes it: a small one in a single call, others in
 * parts. The object appears only when it is complete; the parts of a failed stream are discarded. Two parts
 * are in memory, because one is filled while the previous one is sent.
 */
export async function sendObject(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  largestBytes: number,
): Promise<{ bytes: number; sha256: string; etag: string | undefined }> {
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
    await sendInTurn(partsOf(counted(), partBytes), (part) => upload.send(part));
    const etag = await upload.finish();
    return { bytes, sha256: hash.digest('hex'), etag };
  } catch (error) {
    await upload.abort();
    throw asFull(error);
  }
}

/** Sends one part while the next one is collected. Has ended when none is being sent any more. */
export async function sendInTurn<Part>(parts: AsyncIterable<Part>, send: (part: Part) => Promise<void>): Promise<void> {
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const part of parts) {
      await sending;
      sending = send(part);
      // Its error is thrown once the next part is there, and must not end the process before that.
      sending.catch(() => undefined);
    }
  } catch (error) {
    await sending.catch(() => undefined);
    throw error;
  }
  await sending;
}

/** Collects a stream into parts, in two alternating buffers. A part is valid until the next but one is requested. */
export async function* partsOf(source: AsyncIterable<Uint8Array>, partBytes: number) {
  let current: Buffer = Buffer.allocUnsafe(partBytes);
  // Small streams need only one.
  let other: Buffer | null = null;
  let filled = 0;
  for await (let chunk of source) {
    while (chunk.byteLength > 0) {
      // A full part is not the last one if more bytes follow.
      if (filled === partBytes) {
        yield { data: current, isLast: false };
        [current, other] = [other ?? Buffer.allocUnsafe(partBytes), current];
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

/** Sends one object in parts, one after the other. */
class PartsUpload {
  readonly #object: { Bucket: string; Key: string };
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = [];
  #uploadId: string | undefined;
  /** ETag of an object sent in a single call. */
  #etag: string | undefined;

  constructor(
    private readonly bucket: Bucket,
    key: string,
  ) {
    this.#object = { Bucket: bucket.name, Key: key };
  }

  async send({ data, isLast }: { data: Buffer; isLast: boolean }): Promise<void> {
    const { s3 } = this.bucket;
    if (isLast && this.#uploadId === undefined) {
      this.#etag = (await s3.putObject({ ...this.#object, Body: data })).ETag;
      return;
    }
    this.#uploadId ??= (await s3.createMultipartUpload(this.#object)).UploadId;
    const PartNumber = this.#parts.length + 1;
    const part = { ...this.#object, UploadId: this.#uploadId, PartNumber, Body: data };
    this.#parts.push({ PartNumber, ETag: (await s3.uploadPart(part)).ETag });
  }

  /** Completes the object. Returns its ETag. */
  async finish(): Promise<string | undefined> {
    if (this.#uploadId === undefined) return this.#etag;
    const done = await this.bucket.s3.completeMultipartUpload({
      ...this.#object,
      UploadId: this.#uploadId,
      MultipartUpload: { Parts: this.#parts },
    });
    return done.ETag;
  }

  /** Discards the parts. If that fails, `abortIdleUploads` does it after a day. */
  async abort(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const upload = { ...this.#object, UploadId: this.#uploadId };
    await this.bucket.s3.abortMultipartUpload(upload).catch(() => undefined);
  }
}

/** The error of a full store as that of a full disk, so that the user gets the same message. Others are returned as they are. */
export function asFull(error: unknown): unknown {
  const isFull = statusOf(error) === 507 || fullNames.includes((error as Error | null)?.name ?? '');
  return isFull ? Object.assign(new Error('The object store is full.', { cause: error }), { code: 'ENOSPC' }) : error;
}
