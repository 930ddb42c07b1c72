import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { lastWords, startChild } from '../../services/processes/spawn-child';
import type { ObjectStoreSettings } from '../../services/repository/files/s3-bucket';

export interface S3Server {
  settings: ObjectStoreSettings;
  /** Folder with the parts of unfinished multipart uploads. */
  uploadsFolder: string;
  stop(): Promise<void>;
}

const bucket = 'motothek-test';

/** Starts an S3 server with one empty bucket in a separate process, and sets the credentials it accepts. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 's3-'));
  const child = startChild(path.join(import.meta.dirname, 's3-server-child.ts'), {
    args: [folder, bucket],
    // s3rver encrypts the tokens of its listings with DES.
    nodeFlags: ['--openssl-legacy-provider'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    void ended.then((code) => reject(lastWords(child) ?? new Error(`The S3 server ended with ${code}.`)));
  });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  return {
    settings: { bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
    uploadsFolder: path.join(folder, bucket, '._S3rver_uploads'),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
