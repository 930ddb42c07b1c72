import path from 'node:path';

import type { FileStore } from '../context/file-store';
import type { PartStore } from '../context/part-store';
import { type ObjectStoreSettings, openBucket } from '../files/s3-bucket';
import type { Database } from '../store/database';
import { createPartFiles } from './part-files';
import { createPartObjects } from './part-objects';

interface PartStoreOptions {
  db: Database;
  files: FileStore;
  dataDir: string;
  /** Undefined = on disk, in `dataDir`. */
  objectStore: ObjectStoreSettings | undefined;
  now: () => Date;
}

/** Where the bytes of resumable uploads arrive: in the bucket of the settings, or on disk. */
export async function openPartStore({ objectStore, dataDir, ...rest }: PartStoreOptions): Promise<PartStore> {
  if (!objectStore) return createPartFiles(path.join(dataDir, 'parts'), rest.files);
  return createPartObjects({ ...rest, bucket: await openBucket(objectStore) });
}
