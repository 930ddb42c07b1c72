import path from 'node:path';

import type { ServerProcess } from '../e2e/support/server-process';
import { scanCsv } from './bare-scan';
import { listUploads, signInContributor, waitForNewUpload, waitUntilRead } from './contributor';
import { watchMemory } from './peak-memory';
import type { Resources } from './resources';
import { sendFile } from './send-file';

/** Times in milliseconds; memory in bytes, null where the system does not tell it. */
export interface UploadFigures {
  upload: number;
  plainUpload: number;
  ingest: number;
  bareScan: number;
  memory: { idle: number; peak: number } | null;
}

/**
 * Uploads a csv file through the web tier and waits until it is read; the baselines run before and after,
 * when the house has nothing to do.
 */
export async function measureUpload(
  server: ServerProcess,
  resources: Resources,
  file: string,
): Promise<UploadFigures> {
  const plain = await resources.startBaseline('plain-upload.ts', [path.dirname(file)]);
  const before = { upload: await timePlainUpload(plain, file), scan: await scanCsv(file) };
  const house = await timeHouse(server, file);
  const after = { upload: await timePlainUpload(plain, file), scan: await scanCsv(file) };
  return {
    ...house,
    plainUpload: (before.upload + after.upload) / 2,
    bareScan: (before.scan + after.scan) / 2,
  };
}

/** Uploads a file and waits until it is read. */
export async function timeHouse(server: ServerProcess, file: string) {
  const browser = await signInContributor(server.origin);
  const known = await listUploads(browser);
  const url = new URL('/file-upload/receive/raw', server.origin);
  const memory = watchMemory(server.pid());

  const start = performance.now();
  const headers = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
  const { sent, answer } = await sendFile(url, file, headers);
  await Promise.race([sent, answer]);
  // The answer waits a moment for small files to be read: the upload is there before it.
  const address = await Promise.race([waitForNewUpload(browser, known), refused(answer)]);
  const stored = performance.now();
  await waitUntilRead(browser, address);
  const read = performance.now();
  await answer;
  return {
    upload: stored - start,
    ingest: read - stored,
    memory: memory && { idle: memory.idle, peak: memory.peak() },
  };
}

/** Settles only when the upload is refused. */
async function refused(answer: Promise<{ status: number; body: string }>): Promise<never> {
  const { status, body } = await answer;
  if (status !== 303) throw new Error(`The upload was refused with ${status}:\n${body}`);
  return new Promise<never>(() => undefined);
}

async function timePlainUpload(origin: string, file: string): Promise<number> {
  const start = performance.now();
  const { status } = await (await sendFile(new URL(origin), file, {})).answer;
  if (status !== 201) throw new Error(`The plain upload answered ${status}.`);
  return performance.now() - start;
}
