import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { freeBytes } from './free-bytes';

/** A file that takes up space of the disk until the database needs it. */
interface Ballast {
  name: string;
  bytes: number;
}

/** Four segments of PostgreSQL's write-ahead log (16 MiB each), with which the embedded database runs for a while. */
const running: Ballast = { name: 'ballast', bytes: 64 * 1024 * 1024 };
/** Two segments for a start after the other file was used up. A running database does not get them. */
const restart: Ballast = { name: 'ballast-restart', bytes: 32 * 1024 * 1024 };
const blockBytes = 1024 * 1024;

/** Free space that a start of the embedded database needs, in bytes: two segments of its log (own measurement). */
export const startBytes = restart.bytes;

/**
 * Removes the files that take up space for a start on a full disk, one after the other, as far as there is no other
 * space: the embedded database does not start on a disk without a free byte, nor without space for the next segment of
 * its log. Returns whether one was removed.
 */
export async function giveUpBallast(dataDir: string): Promise<boolean> {
  const first = await giveUp(dataDir, running);
  const second = await giveUp(dataDir, restart);
  return first || second;
}

async function giveUp(dataDir: string, { name, bytes }: Ballast): Promise<boolean> {
  const file = path.join(dataDir, name);
  if ((await freeBytes(dataDir)) >= bytes || !(await exists(file))) return false;
  await rm(file, { force: true });
  return true;
}

/**
 * Removes the first of them at once, while the database is running. Returns whether less space was free than it takes.
 */
export function giveUpBallastNow(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  const isFull = bavail * bsize < running.bytes;
  if (isFull) rmSync(path.join(dataDir, running.name), { force: true });
  return isFull;
}

/** Writes each of those files that is absent, if as much as `ballast` takes would stay free. */
export async function keepBallast(dataDir: string): Promise<void> {
  for (const ballast of [restart, running]) await keep(dataDir, ballast);
}

async function keep(dataDir: string, { name, bytes }: Ballast): Promise<void> {
  const file = path.join(dataDir, name);
  if ((await exists(file)) || (await freeBytes(dataDir)) < bytes + running.bytes) return;
  // A server that ends meanwhile leaves this file, which the next one overwrites.
  const incoming = `${file}.incoming`;
  try {
    await using handle = await open(incoming, 'w', 0o600);
    // Zeros take no space on file systems that compress.
    for (let written = 0; written < bytes; written += blockBytes) await handle.writeFile(randomBytes(blockBytes));
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
