import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { freeBytes } from './free-bytes';

/** Four segments of PostgreSQL's write-ahead log (16 MiB each), with which the embedded database runs for a while. */
export const ballastBytes = 64 * 1024 * 1024;
const blockBytes = 1024 * 1024;
const name = 'ballast';

/**
 * Removes the file that takes up space for a start on a full disk, if there is no other space: the embedded database
 * does not start on a disk without a free byte. Returns whether it was removed.
 */
export async function giveUpBallast(dataDir: string): Promise<boolean> {
  const file = path.join(dataDir, name);
  if ((await freeBytes(dataDir)) >= ballastBytes || !(await exists(file))) return false;
  await rm(file, { force: true });
  return true;
}

/** Does the same at once, while the database is running. */
export function giveUpBallastNow(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < ballastBytes) rmSync(path.join(dataDir, name), { force: true });
}

/** Writes that file if it is absent and half of the free space would stay free. */
export async function keepBallast(dataDir: string): Promise<void> {
  const file = path.join(dataDir, name);
  if ((await exists(file)) || (await freeBytes(dataDir)) < 2 * ballastBytes) return;
  // A server that ends meanwhile leaves this file, which the next one overwrites.
  const incoming = `${file}.incoming`;
  try {
    await using handle = await open(incoming, 'w', 0o600);
    // Zeros take no space on file systems that compress.
    for (let written = 0; written < ballastBytes; written += blockBytes)
      await handle.writeFile(randomBytes(blockBytes));
    await handle.sync();
    await rename(incoming, file);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
