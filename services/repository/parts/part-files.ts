import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';

import { sha256Of } from '../sha256';
import { missingAsNull } from '../missing-file';

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Bytes between two syncs to the disk, so that the last sync is short. */
const syncEveryBytes = 64 * 1024 * 1024;
const readBufferBytes = 1024 * 1024;

/** Hash of the first `bytes` bytes of a part. */
interface RunningHash {
  hash: Hash;
  bytes: number;
}

/**
 * Parts of uploads that arrive in several requests, each a file in a local folder, named by the id of the
 * part. All bytes in the file count as received, even after a crash.
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

    /** Bytes received; null if the part is not on this machine. */
    async size(id: string): Promise<number | null> {
      const found = await stat(fileOf(id)).catch(missingAsNull);
      return found?.size ?? null;
    },

    /**
     * Appends a stream at `offset`, which must be the current size, and returns the new size. If `source`
     * fails, the bytes before are kept and synced, and its error is thrown.
     */
    async append(id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
      const known = hashes.get(id);
      const running = known?.bytes === offset ? known : null;
      // Without a hash from the first byte on, `sha256` reads the file.
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
            // An error is thrown where it is awaited later.
            syncing.catch(() => undefined);
          }
        }
      } finally {
        await syncing;
        await handle.datasync();
      }
      return bytes;
    },

    /** Drops what came after the first `bytes` bytes, unless the whole part has been removed. */
    async cutTo(id: string, bytes: number): Promise<void> {
      if (hashes.get(id)?.bytes !== bytes) hashes.delete(id);
      await truncate(fileOf(id), bytes).catch(missingAsNull);
    },

    /** The bytes received; none if the part is not on this machine. */
    async *read(id: string): AsyncGenerator<Uint8Array> {
      try {
        yield* createReadStream(fileOf(id)) as AsyncIterable<Uint8Array>;
      } catch (error) {
        missingAsNull(error);
      }
    },

    /** SHA-256 (hex) of the bytes received, read from the disk unless they were hashed on arrival. */
    async sha256(id: string, bytes: number): Promise<string> {
      const known = hashes.get(id);
      if (known?.bytes === bytes) return known.hash.copy().digest('hex');
      return sha256Of(createReadStream(fileOf(id), { highWaterMark: readBufferBytes }));
    },

    /** Creates a file at `target` with the bytes of a part, as a hard link if possible. */
    async copyTo(id: string, target: string): Promise<void> {
      await link(fileOf(id), target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
        await copyFile(fileOf(id), target);
      });
      // Orphaned objects are removed by age, which must count from now.
      const now = new Date();
      await utimes(target, now, now);
    },

    async remove(id: string): Promise<void> {
      hashes.delete(id);
      await rm(fileOf(id), { force: true });
    },

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

/** A lock that is held until it is released, once. */
export interface HeldLock {
  release(): void;
}

interface Holder {
  /** Asks the holder to finish. */
  requestRelease: () => void;
  released: Promise<void>;
}

/**
 * Named locks within this process. The holder is asked to let go, so that a client that reconnects does not
 * have to wait until its broken connection is noticed.
 */
function createPartLocks(timeoutMs = 30_000) {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, requestRelease: () => void = () => undefined): Promise<HeldLock> {
    const deadline = performance.now() + timeoutMs;
    for (let holder = holders.get(name); holder; holder = holders.get(name)) {
      holder.requestRelease();
      await within(holder.released, deadline - performance.now(), name);
    }
    let markReleased = () => {};
    const released = new Promise<void>((resolve) => (markReleased = resolve));
    holders.set(name, { requestRelease, released });
    return {
      release() {
        holders.delete(name);
        markReleased();
      },
    };
  }

  return { acquire, isHeld: (name: string) => holders.has(name) };
}

async function within(work: Promise<void>, ms: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No lock on part ${name} in time.`)), Math.max(ms, 0));
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
