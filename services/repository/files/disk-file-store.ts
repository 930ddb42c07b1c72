import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { ObjectNotFound, type FileStore } from './file-store';
import { isProcessAlive } from './process-alive';

/** Folder for what is still being written; no key begins with a dot. */
const incomingFolder = '.incoming';
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7}$/;
const readBufferBytes = 256 * 1024;

/**
 * File store on the disk of this machine: keys are paths under `folder`. Unfinished writes of processes
 * that are gone are removed when it opens.
 */
export async function createDiskFileStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder);
  const incoming = path.join(root, incomingFolder);
  await mkdir(incoming, { recursive: true });
  await sweepIncoming(incoming);

  const objectPath = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`);
    return path.join(root, key);
  };
  const found = async (key: string) => {
    const file = objectPath(key);
    const { size } = await stat(file).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    });
    return { file, size };
  };

  async function withScratchFile<T>(use: (file: string) => Promise<T>): Promise<T> {
    const file = path.join(incoming, `${process.pid}-${randomUUID()}`);
    try {
      return await use(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    put(key, source) {
      const target = objectPath(key);
      return withScratchFile(async (file) => {
        const written = await writeHashed(file, source);
        await moveIntoPlace(file, target);
        return written;
      });
    },
    async read(key) {
      const { file } = await found(key);
      return createReadStream(file, { highWaterMark: readBufferBytes });
    },
    async size(key) {
      return (await found(key)).size;
    },
    async remove(key) {
      await rm(objectPath(key), { force: true });
    },
    async localPath(key) {
      return (await found(key)).file;
    },
    writeLocal(key, write) {
      const target = objectPath(key);
      return withScratchFile(async (file) => {
        await write(file);
        await syncPath(file);
        await moveIntoPlace(file, target);
      });
    },
    withScratchFile,
  };
}

async function writeHashed(file: string, source: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'wx');
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      await writeWhole(handle, chunk);
      bytes += chunk.byteLength;
    }
    await handle.sync();
  } catch (error) {
    source.destroy();
    throw error;
  } finally {
    await handle?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A write may take less than it was given, as on a disk that is almost full. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    offset += (await handle.write(chunk, offset)).bytesWritten;
  }
}

async function moveIntoPlace(file: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  const firstMade = await mkdir(folder, { recursive: true });
  await rename(file, target);
  await syncPath(folder);
  if (firstMade) await syncPath(path.dirname(firstMade));
}

/** Only a synced folder keeps the new name through a power failure. */
async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweepIncoming(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const pid = Number.parseInt(name, 10);
    const inUse = pid !== process.pid && isProcessAlive(pid);
    if (!inUse) await rm(path.join(incoming, name), { recursive: true, force: true });
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
