import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Nothing was written for so long by a machine that cannot be asked whether its process lives. */
const idleMs = 24 * 60 * 60 * 1000;
const machine = os.hostname().replace(/[^A-Za-z0-9.]/g, '.');
/** Tells this process from one before it that had the same id, as in a container that starts again. */
const run = randomUUID().slice(0, 8);
const ownPrefix = `${process.pid}-${machine}-${run}-`;

/** A name for a file or folder that belongs to this process and is of no use to any other. */
export function ownedName(): string {
  return ownPrefix + randomUUID();
}

/**
 * Removes what bears a name of `ownedName` in a folder and belongs to a process that is gone, and answers
 * how many. Folders may be shared by machines: what another one began goes when it has long been idle.
 */
export async function removeOwnedByTheDead(folder: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (await isInUse(name, file)) continue;
    await rm(file, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isInUse(name: string, file: string): Promise<boolean> {
  if (name.startsWith(ownPrefix)) return true;
  const [, pid = '', owner = machine] = /^(\d+)-(?:([^-]+)-)?/.exec(name) ?? [];
  if (owner === machine) return Number(pid) !== process.pid && isProcessAlive(Number(pid));
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < idleMs;
}

/** Whether a process of this id runs on this machine, this user's or another's. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
