import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Outage } from '@domain/outage';

import {
  type ByteRange,
  checkedKey,
  type FileStore,
  type LentObject,
  ObjectNotFound,
  type StoredObject,
} from '../context/file-store';
import type { LendAddress } from './lend-address';
import { openLocalCache } from './local-cache';
import { type Bucket, statusOf } from './s3-bucket';
import { abortIdleUploads } from './s3-multipart';
import { sendObject } from './s3-upload';

const highWaterMark = 1024 * 1024;

export interface LocalCacheSettings {
  /** Local folder for objects that the columnar engine reads, and for scratch files. */
  folder: string;
  /** Maximum size of cached objects that are not in use. */
  maxBytes: number;
}

interface S3FileStoreOptions {
  cache: LocalCacheSettings;
  /** Size of the largest object that can be stored; at least 160 GB. */
  largestBytes: number;
  /** Makes addresses for browsers; null if they get everything from this server. */
  lend?: LendAddress | null;
}

/**
 * Opens a file store in an S3-compatible bucket. Objects that are read by path are copied to a local cache,
 * again if they have changed.
 */
export async function createS3FileStore(
  bucket: Bucket,
  { cache: { folder, maxBytes }, largestBytes, lend = null }: S3FileStoreOptions,
): Promise<FileStore> {
  const cache = await openLocalCache(folder, maxBytes);
  const cacheName = (key: string, { etag }: ObjectHead) => `${key} ${etag}`;

  return {
    async put(key, source) {
      const { bytes, sha256 } = await putObject(bucket, checkedKey(key), source, largestBytes);
      return { bytes, sha256 };
    },
    read: async (key, range) => getObject(bucket, checkedKey(key), range),
    ...(lend && {
      lendAddress: async (key: string, as: LentObject) => {
        await headObject(bucket, checkedKey(key));
        return lend(key, as);
      },
    }),
    size: async (key) => (await headObject(bucket, checkedKey(key))).bytes,
    async remove(key) {
      await bucket.s3.deleteObject({ Bucket: bucket.name, Key: checkedKey(key) });
    },
    list: (prefix) => listObjects(bucket, prefix),
    async openLocal(key) {
      const head = await headObject(bucket, checkedKey(key));
      return cache.open(cacheName(key, head), head.bytes, (path) => downloadObject(bucket, key, head, path));
    },
    async writeLocal(key, write) {
      const file = cache.newPath();
      try {
        checkedKey(key);
        await write(file);
        const { size } = await stat(file);
        const head = await putObject(bucket, key, createReadStream(file, { highWaterMark }), size);
        await cache.keep(cacheName(key, head), size, file);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    async withScratchFile(use) {
      const file = cache.newPath();
      try {
        return await use(file);
      } finally {
        await rm(file, { recursive: true, force: true });
      }
    },
    async removeUnfinished(arriving) {
      return (await cache.removeUnfinished()) + (await abortIdleUploads(bucket, arriving));
    },
  };
}

interface ObjectHead {
  bytes: number;
  /** Changes with every write of the key. */
  etag: string;
}

async function headObject({ s3, name }: Bucket, key: string): Promise<ObjectHead> {
  const head = await s3
    .headObject({ Bucket: name, Key: key })
    .catch((error: unknown) => refuse({ s3, name }, key, error));
  return { bytes: head.ContentLength ?? 0, etag: head.ETag ?? '' };
}

async function getObject({ s3, name }: Bucket, key: string, range?: ByteRange): Promise<Readable> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const { Body } = await s3
    .getObject({ Bucket: name, Key: key, Range })
    .catch((error: unknown) => refuse({ s3, name }, key, error));
  return Body as Readable;
}

/** Throws Outage if the bucket is missing, since all its objects then seem to be missing too. */
async function refuse({ s3, name }: Bucket, key: string, error: unknown): Promise<never> {
  if (statusOf(error) !== 404) throw error;
  await s3.headBucket({ Bucket: name }).catch((cause: unknown) => {
    throw new Outage(`The bucket ${name} is away.`, { cause });
  });
  throw new ObjectNotFound(key);
}

/**
 * Stores a stream of at most `largestBytes` and checks that the store saved all of its bytes. An object of
 * another size is removed.
 */
async function putObject(
  bucket: Bucket,
  key: string,
  source: Readable,
  largestBytes: number,
): Promise<ObjectHead & { sha256: string }> {
  try {
    const sent = await sendObject(bucket, key, source, largestBytes);
    const head = await headObject(bucket, key);
    if (head.bytes === sent.bytes) return { ...sent, ...head };
    // Another process may have replaced the object in the meantime.
    if (head.etag === sent.etag) await bucket.s3.deleteObject({ Bucket: bucket.name, Key: key });
    throw new Outage(`The object store saved ${head.bytes} of the ${sent.bytes} bytes of ${key}.`);
  } finally {
    source.destroy();
  }
}

async function downloadObject(bucket: Bucket, key: string, { bytes }: ObjectHead, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx' });
  await pipeline(await getObject(bucket, key), file);
  if (file.bytesWritten !== bytes) {
    throw new Outage(`The object store sent ${file.bytesWritten} of the ${bytes} bytes of ${key}.`);
  }
}

async function* listObjects({ s3, name }: Bucket, prefix: string): AsyncGenerator<StoredObject, void, undefined> {
  for await (const { Contents = [] } of s3.paginateListObjectsV2({ Bucket: name, Prefix: prefix })) {
    for (const { Key, Size, LastModified } of Contents) {
      if (Key && LastModified) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified };
    }
  }
}
