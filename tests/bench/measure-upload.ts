import path from 'node:path';

import { startServer, type ServerProcess } from '../e2e/support/server-process';
import { listUploads, signInContributor, waitForNewUpload, waitUntilRead } from './contributor';
import { watchMemory } from './peak-memory';
import { Resources } from './resources';
import { writeSampleCsv } from './sample-csv';
import { sendFile } from './send-file';

/** Times in milliseconds; memory in bytes, null if the system does not report it. */
export interface UploadFigures {
  bytes: number;
  upload: number;
  plainUpload: number;
  memory: { idle: number; peak: number } | null;
}

/**
 * Uploads a generated csv file of this size through the web tier of a separate server. The baseline runs before and
 * after, while the product is idle. Reading the file is measured elsewhere, and is aborted with the server.
 */
export async function measureUpload(bytes: number): Promise<UploadFigures> {
  const resources = new Resources();
  try {
    const folder = resources.makeFolder();
    const server = await startServer({ DATA_DIR: path.join(folder, 'data') });
    resources.add(() => server.kill());
    const file = path.join(folder, 'sample.csv');
    await writeSampleCsv(file, bytes);
    const plain = await resources.startBaseline('plain-upload.ts', [folder]);
    const before = await timePlainUpload(plain, file);
    const { upload, memory } = await timeUpload(server, file);
    await server.kill();
    const after = await timePlainUpload(plain, file);
    return { bytes, upload, plainUpload: (before + after) / 2, memory };
  } finally {
    await resources.close();
  }
}

/** Uploads a file, waits until it is read, and returns the time since it was stored. */
export async function timeIngest(server: ServerProcess, file: string): Promise<number> {
  const { browser, address, answer } = await timeUpload(server, file);
  const stored = performance.now();
  await waitUntilRead(browser, address);
  const read = performance.now();
  await answer;
  return read - stored;
}

/** Uploads a file and waits until the contributor's list shows it. */
async function timeUpload(server: ServerProcess, file: string) {
  const browser = await signInContributor(server.origin);
  const known = await listUploads(browser);
  const url = new URL('/file-upload/receive/raw', server.origin);
  const memory = watchMemory(server.pid());

  const start = performance.now();
  const headers = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
  const { sent, answer } = await sendFile(url, file, headers);
  await Promise.race([sent, answer]);
  // The response waits a moment in case a small file is read quickly. The upload is listed before.
  const address = await Promise.race([waitForNewUpload(browser, known), refused(answer)]);
  const upload = performance.now() - start;
  return { browser, address, answer, upload, memory: memory && { idle: memory.idle, peak: memory.peak() } };
}

/** Settles only if the upload is refused. */
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
