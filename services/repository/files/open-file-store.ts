import path from 'node:path';

import { createDiskFileStore } from './disk-file-store';
import type { FileStore } from '../context/file-store';
import { openBucket, type ObjectStoreSettings } from './s3-bucket';
import { createS3FileStore } from './s3-file-store';

export interface FileStoreOptions {
  dataDir: string;
  /** undefined = on disk, in `dataDir`. */
  objectStore: ObjectStoreSettings | undefined;
  /** Disk that local copies of objects of an object store may take. */
  objectCacheBytes: number;
  /** Size of the largest file that may come. */
  largestBytes: number;
}

/** The file store that the settings name: in an S3-compatible bucket, or on disk. */
export async function openFileStore(options: FileStoreOptions): Promise<FileStore> {
  const { dataDir, objectStore, objectCacheBytes, largestBytes } = options;
  if (!objectStore) return createDiskFileStore(path.join(dataDir, 'objects'));
  return createS3FileStore(await openBucket(objectStore), {
    cache: { folder: path.join(dataDir, 'object-cache'), maxBytes: objectCacheBytes },
    largestBytes,
  });
}
