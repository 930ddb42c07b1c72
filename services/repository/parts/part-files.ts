import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';

import { Refusal } from '@domain/error-codes';

import type { FileStore } from '../context/file-store';
import type { PartStore } from '../context/part-store';
import { sha256Of } from '../sha256';
import { missingAsNull } from '../missing-file';
import { createPartLocks } from './part-locks';

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
export async function createPartFiles(folder: string, files: Pick<FileStore, 'writeLocal'>): Promise<PartStore> {
  const root = path.resolve(folder);
  await mkdir(root, { recursive: true });
  const hashes = new Map<string, RunningHash>();
  const fileOf = (id: string) => {
    if (!idPattern.test(id)) throw new Error(`Not the id of a part: ${JSON.stringify(id)}`);
    return path.join(root, id);
  };
  async function size(id: string): Promise<number | null> {
    const found = await stat(fileOf(id)).catch(missingAsNull);
    return found?.size ?? null;
  }
  /** SHA-256 (hex) of the bytes received, read from the disk unless they were hashed on arrival. */
  async function sha256(id: string, bytes: number): Promise<string> {
    const known = hashes.get(id);
    if (known?.bytes === bytes) return known.hash.copy().digest('hex');
    return sha256Of(createReadStream(fileOf(id), { highWaterMark: readBufferBytes }));
  }

  return {
    locks: createPartLocks(),

    async create(id) {
      await (await open(fileOf(id), 'wx')).close();
      hashes.set(id, { hash: createHash('sha256'), bytes: 0 });
    },

    size,
    sizes: (_db, ids) => Promise.all(ids.map(size)),

    async append(id, source, { offset, isVoid }) {
      const known = hashes.get(id);
      // Without a hash from the first byte on, `finish` reads the file.
      if (known?.bytes !== offset) hashes.delete(id);
      try {
        return await appendSynced(fileOf(id), source, offset, hashes.get(id));
      } catch (error) {
        if (isVoid(error)) {
          hashes.delete(id);
          await truncate(fileOf(id), offset).catch(missingAsNull);
        }
        throw error;
      }
    },

    read: (id) => readIfThere(fileOf(id)),

    async finish({ id, bytes }, key) {
      if ((await size(id)) !== bytes) throw new Refusal('upload-lost');
      const sum = await sha256(id, bytes);
      await files.writeLocal(key, (target) => copyTo(fileOf(id), target));
      return sum;
    },

    async remove(id) {
      hashes.delete(id);
      await rm(fileOf(id), { force: true });
    },

    async list() {
      const ids = (await readdir(root)).filter((name) => idPattern.test(name));
      const found = await Promise.all(ids.map((id) => stat(fileOf(id)).catch(missingAsNull)));
      return ids.flatMap((id, at) => {
        const modifiedAt = found[at]?.mtime;
        return modifiedAt ? [{ id, modifiedAt }] : [];
      });
    },
  };
}

/** Appends a stream to a file of `offset` bytes and returns its new size. What arrived before an error is synced. */
async function appendSynced(
  file: string,
  source: AsyncIterable<Uint8Array>,
  offset: number,
  running: RunningHash | undefined,
): Promise<number> {
  await using handle = await open(file, constants.O_WRONLY);
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
}

async function* readIfThere(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  } catch (error) {
    missingAsNull(error);
  }
}

/** Creates a file at `target` with the same bytes, as a hard link if possible. */
async function copyTo(file: string, target: string): Promise<void> {
  await link(file, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
    await copyFile(file, target);
  });
  // Orphaned objects are removed by age, which must count from now.
  const now = new Date();
  await utimes(target, now, now);
}
