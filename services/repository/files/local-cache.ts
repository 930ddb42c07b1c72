import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { LocalFile } from '../context/file-store';
import { ownedName, removeOwnedByTheDead } from './owned-names';

interface Entry {
  path: string;
  bytes: number;
  users: number;
  /** Resolves when the file is complete. */
  filled: Promise<void>;
}

/**
 * Local copies of objects in another store. In total they use at most `maxBytes`, not counting files in use,
 * which are never removed. The least recently used are removed first.
 */
export interface LocalCache {
  /** Lends the file of this name, which `fill` creates if it is not cached. */
  open(name: string, bytes: number, fill: (path: string) => Promise<void>): Promise<LocalFile>;
  /** Caches a file at a path from `newPath` under this name. */
  keep(name: string, bytes: number, path: string): Promise<void>;
  /** Path for a new file. */
  newPath(): string;
  /** Removes folders of dead processes. Returns how many there were. */
  removeUnfinished(): Promise<number>;
}

/** Opens an empty cache that only this process uses. */
export async function openLocalCache(folder: string, maxBytes: number): Promise<LocalCache> {
  const removeUnfinished = () => removeOwnedByTheDead(folder);
  await mkdir(folder, { recursive: true });
  await removeUnfinished();
  const own = path.join(folder, ownedName());
  await mkdir(own);
  /** Least recently used first. */
  const entries = new Map<string, Entry>();

  const newPath = () => path.join(own, randomUUID());

  /** Removes unused files until the rest fits. */
  async function shrink(): Promise<void> {
    let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    const removed: Entry[] = [];
    for (const [name, entry] of entries) {
      if (bytes <= maxBytes) break;
      if (entry.users > 0) continue;
      entries.delete(name);
      removed.push(entry);
      bytes -= entry.bytes;
    }
    for (const entry of removed) await rm(entry.path, { force: true });
  }

  async function lend(name: string, entry: Entry): Promise<LocalFile> {
    entry.users += 1;
    entries.delete(name);
    entries.set(name, entry);
    let isLent = true;
    const giveBack = async () => {
      if (!isLent) return;
      isLent = false;
      entry.users -= 1;
      await shrink();
    };
    try {
      await Promise.all([entry.filled, shrink()]);
    } catch (error) {
      if (entries.get(name) === entry) entries.delete(name);
      await rm(entry.path, { force: true });
      throw error;
    }
    return { path: entry.path, [Symbol.asyncDispose]: giveBack };
  }

  return {
    open(name, bytes, fill) {
      const found = entries.get(name);
      if (found) return lend(name, found);
      const target = newPath();
      return lend(name, { path: target, bytes, users: 0, filled: fill(target) });
    },
    async keep(name, bytes, file) {
      if (entries.has(name)) return rm(file, { force: true });
      entries.set(name, { path: file, bytes, users: 0, filled: Promise.resolve() });
      await shrink();
    },
    newPath,
    removeUnfinished,
  };
}
