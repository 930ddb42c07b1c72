import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Outage } from '@domain/outage';

import {
  type ByteRange,
  checkedKey,
  type FileStore,
  markKey,
  ObjectNotFound,
  type StoredObject,
} from '../context/file-store';
import { isMissing, missingAsNull } from '../missing-file';
import { ownedName, removeOwnedByTheDead } from './owned-names';
import { syncPath } from './sync-path';

/** Folder for unfinished writes. Keys do not begin with a dot. */
const incomingFolder = '.incoming';
const readBufferBytes = 256 * 1024;

/**
 * Opens a file store on the local disk, whose keys are paths under `folder`. Removes unfinished writes of dead
 * processes. `isReadOnly` changes nothing on the disk, which may be a medium that cannot be written to.
 */
export async function createDiskFileStore(folder: string, { isReadOnly = false } = {}): Promise<FileStore> {
  const root = path.resolve(folder);
  const incoming = path.join(root, incomingFolder);
  const removeUnfinished = () => removeOwnedByTheDead(incoming);
  if (!isReadOnly) {
    await mkdir(incoming, { recursive: true });
    await removeUnfinished();
  }

  // If the volume is not mounted, all objects seem to be missing, including the mark of the store.
  let isMarked = false;
  const objectPath = (key: string) => path.join(root, checkedKey(key));
  const found = async (key: string) => {
    const file = objectPath(key);
    const stats = await stat(file).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    });
    // A pipe or a device would be read without end.
    if (!stats.isFile()) throw new ObjectNotFound(key);
    isMarked ||= key === markKey;
    return { file, size: stats.size };
  };
  const mark = objectPath(markKey);
  const requireMounted = async (cause?: unknown) => {
    if (!isMarked || (await stat(mark).catch(missingAsNull))) return;
    throw new Outage(`The objects folder ${root} is not available.`, { cause });
  };
  const orAway = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ObjectNotFound || isMissing(error)) await requireMounted(error);
      throw error;
    }
  };

  async function withScratchFile<T>(use: (file: string) => Promise<T>): Promise<T> {
    const file = path.join(incoming, ownedName());
    try {
      return await use(file);
    } finally {
      await rm(file, { recursive: true, force: true });
    }
  }

  return {
    put(key, source) {
      const target = objectPath(key);
      const write = withScratchFile(async (file) => {
        await requireMounted();
        const written = await writeHashed(file, source);
        await moveIntoPlace(file, target);
        isMarked ||= key === markKey;
        return written;
      });
      return orAway(write);
    },
    async read(key, range) {
      const { file, size } = await orAway(found(key));
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const stream = Readable.from(readPart(file, range), { objectMode: false });
      return Object.assign(stream, { file: { path: file, start, end } });
    },
    async size(key) {
      return (await orAway(found(key))).size;
    },
    async remove(key) {
      await rm(objectPath(key), { force: true });
    },
    list: (prefix) => listObjects(root, prefix),
    async openLocal(key) {
      const { file } = await orAway(found(key));
      return { path: file, [Symbol.asyncDispose]: async () => undefined };
    },
    writeLocal(key, write) {
      const target = objectPath(key);
      const writeWhole = withScratchFile(async (file) => {
        await requireMounted();
        await write(file);
        await syncPath(file);
        await moveIntoPlace(file, target);
      });
      return orAway(writeWhole);
    },
    withScratchFile,
    removeUnfinished,
  };
}

/** Opens the file with the first read, because most files are sent by their path instead. */
async function* readPart(file: string, range?: ByteRange): AsyncGenerator<Buffer, void, undefined> {
  yield* createReadStream(file, { ...range, highWaterMark: readBufferBytes }) as AsyncIterable<Buffer>;
}

async function* listObjects(root: string, prefix: string): AsyncGenerator<StoredObject, void, undefined> {
  // The prefix may end within a name; its folder contains all matching keys.
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of keysIn(root, start)) {
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path.join(root, key)).catch(missingAsNull);
    if (found?.isFile()) yield { key, bytes: found.size, modifiedAt: found.mtime };
  }
}

async function* keysIn(root: string, folder: string): AsyncGenerator<string, void, undefined> {
  const entries = await opendir(path.join(root, folder)).catch(missingAsNull);
  for await (const entry of entries ?? []) {
    const key = folder + entry.name;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* keysIn(root, `${key}/`);
    else yield key;
  }
}

async function moveIntoPlace(file: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  const firstMade = await mkdir(folder, { recursive: true });
  await rename(file, target);
  // A new name survives a power failure only if its folder is synced.
  await syncPath(folder);
  if (firstMade) await syncPath(path.dirname(firstMade));
}

/** Larger buffers are slower, because the bytes leave the processor's cache before they are written. */
const writeBufferBytes = 256 * 1024;

/** Writes a stream to a new file and syncs it. Returns its size and SHA-256 (hex). Destroys `source` on errors. */
async function writeHashed(file: string, source: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const output = createWriteStream(file, { flags: 'wx', flush: true, highWaterMark: writeBufferBytes });
  try {
    await pipeline(source, hashed, output);
  } finally {
    if (!output.closed) await once(output, 'close');
  }
  return { bytes: output.bytesWritten, sha256: hash.digest('hex') };
}
