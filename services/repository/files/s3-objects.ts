import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { ListMultipartUploadsOutput, MultipartUpload } from '@aws-sdk/client-s3';

import { Outage } from '@domain/outage';

import { ObjectNotFound, type StoredObject } from '../context/file-store';
import { statusOf, type Bucket } from './s3-bucket';
import { sendObject, type SentObject } from './s3-upload';

/** What the store says of an object. */
export interface ObjectHead {
  bytes: number;
  /** Changes with every write of the key. */
  etag: string;
}

/** A multipart upload without a new part for so long belongs to a process that is gone. */
const idleUploadMs = 24 * 60 * 60 * 1000;

export async function headObject({ s3, name }: Bucket, key: string): Promise<ObjectHead> {
  const head = await s3
    .headObject({ Bucket: name, Key: key })
    .catch((error: unknown) => refuse({ s3, name }, key, error));
  return { bytes: head.ContentLength ?? 0, etag: head.ETag ?? '' };
}

export async function getObject({ s3, name }: Bucket, key: string): Promise<Readable> {
  const { Body } = await s3
    .getObject({ Bucket: name, Key: key })
    .catch((error: unknown) => refuse({ s3, name }, key, error));
  return Body as Readable;
}

/** Throws what a failed call for an object means: without the bucket every object seems to be missing. */
async function refuse({ s3, name }: Bucket, key: string, error: unknown): Promise<never> {
  if (statusOf(error) !== 404) throw error;
  await s3.headBucket({ Bucket: name }).catch((cause: unknown) => {
    throw new Outage(`The bucket ${name} is away.`, { cause });
  });
  throw new ObjectNotFound(key);
}

/**
 * Stores a stream of at most `largestBytes` and makes sure that the store kept as much as it was sent;
 * what it did not keep rightly is removed again.
 */
export async function putObject(
  bucket: Bucket,
  key: string,
  source: Readable,
  largestBytes: number,
): Promise<SentObject & ObjectHead> {
  try {
    const sent = await sendObject(bucket, key, source, largestBytes);
    const head = await headObject(bucket, key);
    if (head.bytes === sent.bytes) return { ...sent, ...head };
    // Not what another process has just put in its place.
    if (head.etag === sent.etag) await bucket.s3.deleteObject({ Bucket: bucket.name, Key: key });
    throw new Outage(`The object store kept ${head.bytes} bytes of ${key}, of ${sent.bytes} that were sent.`);
  } finally {
    source.destroy();
  }
}

/** Writes an object to a path of this machine. */
export async function downloadObject(bucket: Bucket, key: string, { bytes }: ObjectHead, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx' });
  await pipeline(await getObject(bucket, key), file);
  if (file.bytesWritten !== bytes) {
    throw new Outage(`The object store sent ${file.bytesWritten} of the ${bytes} bytes of ${key}.`);
  }
}

export async function* listObjects(
  { s3, name }: Bucket,
  prefix: string,
): AsyncGenerator<StoredObject, void, undefined> {
  let token: string | undefined;
  do {
    const page = await s3.listObjectsV2({ Bucket: name, Prefix: prefix, ContinuationToken: token });
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}

/** Throws multipart uploads away that nobody has added to for a day; answers how many there were. */
export async function abortIdleUploads(bucket: Bucket): Promise<number> {
  const { s3, name } = bucket;
  const before = Date.now() - idleUploadMs;
  let aborted = 0;
  for await (const { Key, UploadId, Initiated } of multipartUploads(bucket)) {
    if (!Key || !UploadId || !Initiated || Initiated.getTime() > before) continue;
    if ((await lastPartAt(bucket, Key, UploadId)) > before) continue;
    await s3.abortMultipartUpload({ Bucket: name, Key, UploadId });
    aborted += 1;
  }
  return aborted;
}

async function* multipartUploads({ s3, name }: Bucket): AsyncGenerator<MultipartUpload, void, undefined> {
  let page: ListMultipartUploadsOutput | undefined;
  do {
    page = await s3.listMultipartUploads({
      Bucket: name,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    });
    yield* page.Uploads ?? [];
  } while (page.IsTruncated && page.NextKeyMarker);
}

/** When the newest part came, in milliseconds; 0 for none. Parts are listed by number, the newest last. */
async function lastPartAt({ s3, name }: Bucket, Key: string, UploadId: string): Promise<number> {
  let last = 0;
  let marker: string | undefined;
  do {
    const page = await s3.listParts({ Bucket: name, Key, UploadId, PartNumberMarker: marker });
    for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0);
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker);
  return last;
}
