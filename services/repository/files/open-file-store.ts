import path from 'node:path';

import { createDiskFileStore } from './disk-file-store';
import type { FileStore } from '../context/file-store';
import { openLender } from './lend-address';
import { type Bucket, openBucket, type ObjectStoreSettings } from './s3-bucket';
import { createS3FileStore } from './s3-file-store';

export interface FileStoreOptions {
  dataDir: string;
  /** undefined = on disk, in `dataDir`. */
  objectStore: ObjectStoreSettings | undefined;
  /** Disk that local copies of objects of an object store may take. */
  objectCacheBytes: number;
  /** Size of the largest file that may come. */
  largestBytes: number;
  /** Browsers get files from the store itself, at this address (undefined = AWS); null if from this server. */
  downloadRedirects?: { endpoint: string | undefined } | null;
}

/** The file store that the settings name: in an S3-compatible bucket, which comes with it, or on disk. */
export async function openObjects(options: FileStoreOptions): Promise<{ files: FileStore; bucket: Bucket | null }> {
  const { dataDir, objectStore, objectCacheBytes, largestBytes, downloadRedirects = null } = options;
  if (!objectStore) return { files: await createDiskFileStore(path.join(dataDir, 'objects')), bucket: null };
  const bucket = await openBucket(objectStore);
  const files = await createS3FileStore(bucket, {
    cache: { folder: path.join(dataDir, 'object-cache'), maxBytes: objectCacheBytes },
    largestBytes,
    lend: downloadRedirects && (await openLender({ ...objectStore, ...downloadRedirects })),
  });
  return { files, bucket };
}

/** The file store alone. */
export async function openFileStore(options: FileStoreOptions): Promise<FileStore> {
  return (await openObjects(options)).files;
}

/** Where a replica is: a folder or a bucket. */
export type ReplicaPlace = { folder: string } | ObjectStoreSettings;

/** The file store that has copies of all objects, and its address. */
export async function openReplica(
  place: ReplicaPlace,
  { dataDir, largestBytes }: Pick<FileStoreOptions, 'dataDir' | 'largestBytes'>,
): Promise<{ files: FileStore; place: string }> {
  if ('folder' in place) return { files: await createDiskFileStore(place.folder), place: place.folder };
  // Nothing is read by path from it.
  const cache = { folder: path.join(dataDir, 'object-cache'), maxBytes: 0 };
  const files = await createS3FileStore(await openBucket(place, 'REPLICA_STORE_URL'), { cache, largestBytes });
  return { files, place: `s3://${place.bucket}?endpoint=${place.endpoint ?? ''}&region=${place.region}` };
}
