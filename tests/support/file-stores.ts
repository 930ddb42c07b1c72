import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import type { FileStore } from '../../services/repository/context/file-store';
import { openBucket } from '../../services/repository/files/s3-bucket';
import { createS3FileStore } from '../../services/repository/files/s3-file-store';
import { startS3Server } from './s3-server';

/** An empty file store for one test file. */
export interface TestFileStore {
  files: FileStore;
  /** Opens another instance on the same objects, as a second server would. */
  reopen(): Promise<FileStore>;
  /** Names of unfinished writes. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

async function openOnDisk(): Promise<TestFileStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'file-store-'));
  const reopen = () => createDiskFileStore(folder);
  return {
    files: await reopen(),
    reopen,
    unfinished: () => readdir(path.join(folder, '.incoming')),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openInBucket(): Promise<TestFileStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'file-store-'));
  const server = await startS3Server();
  const bucket = await openBucket(server.settings);
  const reopen = () => createS3FileStore(bucket, { cache: { folder, maxBytes: 1_000_000 }, largestBytes: 1e11 });
  return {
    files: await reopen(),
    reopen,
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
