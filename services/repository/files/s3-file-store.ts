import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';

import { checkedKey, type FileStore } from '../context/file-store';
import { openLocalCache } from './local-cache';
import type { Bucket } from './s3-bucket';
import {
  abortIdleUploads,
  downloadObject,
  getObject,
  headObject,
  listObjects,
  putObject,
  type ObjectHead,
} from './s3-objects';

const highWaterMark = 1024 * 1024;

export interface LocalCacheSettings {
  /** Folder on this machine for objects that the columnar engine reads, and for scratch files. */
  folder: string;
  /** Bytes that objects may take there while nobody uses them. */
  maxBytes: number;
}

interface S3FileStoreOptions {
  cache: LocalCacheSettings;
  /** Size of the largest object that will be put; 160 GB unless it says more. */
  largestBytes: number;
}

/**
 * File store in an S3-compatible bucket. What is read by path is fetched into a folder of this machine
 * and kept there while it fits; an object that was written anew is fetched anew.
 */
export async function createS3FileStore(
  bucket: Bucket,
  { cache: { folder, maxBytes }, largestBytes }: S3FileStoreOptions,
): Promise<FileStore> {
  const cache = await openLocalCache(folder, maxBytes);
  const cacheName = (key: string, { etag }: ObjectHead) => `${key} ${etag}`;

  return {
    async put(key, source) {
      const { bytes, sha256 } = await putObject(bucket, checkedKey(key), source, largestBytes);
      return { bytes, sha256 };
    },
    read: async (key) => getObject(bucket, checkedKey(key)),
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
        await rm(file, { force: true });
      }
    },
    async removeUnfinished() {
      return (await cache.removeUnfinished()) + (await abortIdleUploads(bucket));
    },
  };
}
