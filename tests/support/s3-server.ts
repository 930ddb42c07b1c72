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

const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
/** Servers of this process that run, and what the environment had before them. */
let running = 0;
let former: Partial<typeof credentials> = {};

function setCredentials(): void {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (running === 0) former = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  running += 1;
  Object.assign(process.env, credentials);
}

/** Others in this process do not find the credentials of a server that is gone. */
function takeCredentialsBack(): void {
  running -= 1;
  if (running > 0) return;
  for (const [name, value] of Object.entries(former)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

/** Starts an S3 server with one empty bucket in a separate process, and sets the credentials it accepts while it runs. */
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
  setCredentials();
  return {
    settings: { bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
    uploadsFolder: path.join(folder, bucket, '._S3rver_uploads'),
    stop: async () => {
      child.kill();
      await ended;
      takeCredentialsBack();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
