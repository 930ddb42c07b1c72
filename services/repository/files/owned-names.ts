import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Age from which a file of another machine, whose processes cannot be checked, counts as abandoned. */
const idleMs = 24 * 60 * 60 * 1000;
const machine = os.hostname().replace(/[^A-Za-z0-9.]/g, '.');
/** Distinguishes this process from an earlier one with the same id, as in a restarted container. */
const run = randomUUID().slice(0, 8);
const ownPrefix = `${process.pid}-${machine}-${run}-`;

/** New name for a file or folder that only this process uses. */
export function ownedName(): string {
  return ownPrefix + randomUUID();
}

/**
 * Removes files and folders named by `ownedName` whose process is dead. Returns how many there were. Those of
 * another machine that shares the folder are removed after a day without a write.
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
  const [, pid, owner = machine] = /^(\d+)-(?:([^-]+)-)?/.exec(name) ?? [];
  if (pid === undefined) return true;
  if (owner === machine) return Number(pid) !== process.pid && isProcessAlive(Number(pid));
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < idleMs;
}

/** Whether a process with this id runs on this machine, for any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
