import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

import { missingAsNull } from '../missing-file';

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What is written between two commands to the disk to make it durable: the last one then has little to do. */
const syncEveryBytes = 64 * 1024 * 1024;
const readBufferBytes = 1024 * 1024;

/** Hash of the first `bytes` bytes of a part. */
interface RunningHash {
  hash: Hash;
  bytes: number;
}

/**
 * What has arrived of files that come in several requests: one file each in a folder of this machine,
 * by the id of the part. Every byte that is there counts, after a crash too.
 */
export async function createPartFiles(folder: string) {
  const root = path.resolve(folder);
  await mkdir(root, { recursive: true });
  const hashes = new Map<string, RunningHash>();
  const fileOf = (id: string) => {
    if (!idPattern.test(id)) throw new Error(`Not the id of a part: ${JSON.stringify(id)}`);
    return path.join(root, id);
  };

  return {
    locks: createPartLocks(),

    async create(id: string): Promise<void> {
      await (await open(fileOf(id), 'wx')).close();
      hashes.set(id, { hash: createHash('sha256'), bytes: 0 });
    },

    /** Bytes that have arrived; null when this machine has nothing of the part. */
    async size(id: string): Promise<number | null> {
      const found = await stat(fileOf(id)).catch(missingAsNull);
      return found?.size ?? null;
    },

    /**
     * Appends at `offset`, which is the size, as it comes; answers the new size. When `source` breaks off,
     * what came before it is kept and durable, and its error goes on.
     */
    async append(id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
      const known = hashes.get(id);
      const running = known?.bytes === offset ? known : null;
      // Of what is written without a hash from its beginning on, the hash is taken at the end.
      if (!running) hashes.delete(id);
      await using handle = await open(fileOf(id), constants.O_WRONLY);
      let bytes = offset;
      let synced = offset;
      let syncing: Promise<void> = Promise.resolve();
      try {
        for await (const chunk of source) {
          for (let start = 0; start < chunk.byteLength;) {
            start += (await handle.write(chunk, start, chunk.byteLength - start, bytes + start)).bytesWritten;
          }
          running?.hash.update(chunk);
          bytes += chunk.byteLength;
          if (running) running.bytes = bytes;
          if (bytes - synced >= syncEveryBytes) {
            await syncing;
            synced = bytes;
            syncing = handle.datasync();
            // It is waited for later; its fault is met there.
            syncing.catch(() => undefined);
          }
        }
      } finally {
        await syncing;
        await handle.datasync();
      }
      return bytes;
    },

    /** SHA-256 in hex of what has arrived: known when it came in one go, read from the disk otherwise. */
    async sha256(id: string, bytes: number): Promise<string> {
      const known = hashes.get(id);
      if (known?.bytes === bytes) return known.hash.copy().digest('hex');
      const hash = createHash('sha256');
      const content = createReadStream(fileOf(id), { highWaterMark: readBufferBytes });
      for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
      return hash.digest('hex');
    },

    /** Makes the bytes of a part a file at `target` too: the same file where the disk is the same. */
    async copyTo(id: string, target: string): Promise<void> {
      await link(fileOf(id), target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
        await copyFile(fileOf(id), target);
      });
      // Objects that nothing refers to are removed by age: this one is new.
      const now = new Date();
      await utimes(target, now, now);
    },

    async remove(id: string): Promise<void> {
      hashes.delete(id);
      await rm(fileOf(id), { force: true });
    },

    /** All parts on this machine. */
    async list(): Promise<{ id: string; modifiedAt: Date }[]> {
      const ids = (await readdir(root)).filter((name) => idPattern.test(name));
      const found = await Promise.all(ids.map((id) => stat(fileOf(id)).catch(missingAsNull)));
      return ids.flatMap((id, at) => {
        const modifiedAt = found[at]?.mtime;
        return modifiedAt ? [{ id, modifiedAt }] : [];
      });
    },
  };
}
export type PartFiles = Awaited<ReturnType<typeof createPartFiles>>;

/** A lock that is held until it is released, which happens once. */
export interface HeldLock {
  release(): void;
}

interface Holder {
  /** Asks whoever holds it to come to an end. */
  requestRelease: () => void;
  released: Promise<void>;
}

/** A lock was not given within the time allowed. */
export class LockTimeout extends Error {
  constructor(name: string) {
    super(`No lock on ${name} in time`);
    this.name = 'LockTimeout';
  }
}

/**
 * Locks by name within this process. Whoever wants one asks its holder to let go: a client that comes
 * back before its broken connection is noticed must not wait for it.
 */
export function createPartLocks(timeoutMs = 30_000) {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, requestRelease: () => void = () => undefined): Promise<HeldLock> {
    const deadline = performance.now() + timeoutMs;
    for (let holder = holders.get(name); holder; holder = holders.get(name)) {
      holder.requestRelease();
      await within(holder.released, deadline - performance.now(), name);
    }
    let tellReleased = () => {};
    const released = new Promise<void>((resolve) => (tellReleased = resolve));
    holders.set(name, { requestRelease, released });
    return {
      release() {
        holders.delete(name);
        tellReleased();
      },
    };
  }

  return { acquire, isHeld: (name: string) => holders.has(name) };
}
export type PartLocks = ReturnType<typeof createPartLocks>;

async function within(work: Promise<void>, ms: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LockTimeout(name)), Math.max(ms, 0));
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
