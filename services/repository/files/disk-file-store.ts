import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { Outage } from '@domain/outage';

import { markKey, ObjectNotFound, type FileStore, type StoredObject } from './file-store';
import { isMissing, missingAsNull } from './missing-file';
import { checkedKey } from './object-key';
import { ownedName, removeOwnedByTheDead } from './owned-names';
import { writeHashed } from './write-hashed';

/** Folder for what is still being written; no key begins with a dot. */
const incomingFolder = '.incoming';
const readBufferBytes = 256 * 1024;

/**
 * File store on the disk of this machine: keys are paths under `folder`. Unfinished writes of processes
 * that are gone are removed when it opens.
 */
export async function createDiskFileStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder);
  const incoming = path.join(root, incomingFolder);
  await mkdir(incoming, { recursive: true });
  const removeUnfinished = () => removeOwnedByTheDead(incoming);
  await removeUnfinished();

  // Where the volume is not mounted every object seems to be missing, the mark of the store too, once it is set.
  let isMarked = false;
  const objectPath = (key: string) => path.join(root, checkedKey(key));
  const found = async (key: string) => {
    const file = objectPath(key);
    const { size } = await stat(file).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    });
    isMarked ||= key === markKey;
    return { file, size };
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
      await rm(file, { force: true });
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
    async read(key) {
      const { file } = await orAway(found(key));
      return createReadStream(file, { highWaterMark: readBufferBytes });
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

async function* listObjects(root: string, prefix: string): AsyncGenerator<StoredObject, void, undefined> {
  // The folder that every such key lies in; the rest of the prefix begins a name in it.
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of keysIn(root, start)) {
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path.join(root, key)).catch(missingAsNull);
    if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
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
