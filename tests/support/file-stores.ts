import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import type { FileStore } from '../../services/repository/context/file-store';
import type { PartStore } from '../../services/repository/context/part-store';
import { openBucket } from '../../services/repository/files/s3-bucket';
import { createS3FileStore } from '../../services/repository/files/s3-file-store';
import { createPartFiles } from '../../services/repository/parts/part-files';
import { createPartObjects } from '../../services/repository/parts/part-objects';
import type { Database } from '../../services/repository/store/database';
import { startS3Server } from './s3-server';

/** An empty file store for one test file. */
export interface TestFileStore {
  files: FileStore;
  /** Opens another instance on the same objects, as a second server would. */
  reopen(): Promise<FileStore>;
  /** Opens the store for unfinished uploads that belongs to it. */
  openParts(db: Database): Promise<PartStore>;
  /** Names of unfinished writes. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

async function openOnDisk(): Promise<TestFileStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'file-store-'));
  const reopen = () => createDiskFileStore(folder);
  const files = await reopen();
  return {
    files,
    reopen,
    openParts: () => createPartFiles(path.join(folder, '.parts'), files),
    unfinished: () => readdir(path.join(folder, '.incoming')),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openInBucket(): Promise<TestFileStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'file-store-'));
  const server = await startS3Server();
  const bucket = await openBucket(server.settings);
  const reopen = () => createS3FileStore(bucket, { cache: { folder, maxBytes: 1_000_000 }, largestBytes: 1e11 });
  const files = await reopen();
  return {
    files,
    reopen,
    openParts: async (db) => createPartObjects({ db, bucket, files, now: () => new Date() }),
    unfinished: async () => (existsSync(server.uploadsFolder) ? readdir(server.uploadsFolder) : []),
    close: async () => {
      bucket.s3.destroy();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Both adapters, for `describe.each`. The S3 adapter talks to an S3 server in a separate process. */
export const fileStores = [
  { name: 'on disk', open: openOnDisk },
  { name: 'in an S3 bucket', open: openInBucket },
];
