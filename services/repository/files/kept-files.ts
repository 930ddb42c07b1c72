import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import type { RepositoryContext } from '../context/context';
import { type FileStore, removeObjects } from '../context/file-store';
import {
  deleteKeptFile,
  deleteSurplusFiles,
  findKeptFile,
  insertKeptFile,
  type KeptFile,
  touchKeptFile,
} from '../store/kept-files';
import { createGrowingFile, FileNotWritten, type GrowingFile, type MakeContent } from './growing-file';
import { orMissing } from './read-objects';

export { findKeptFile, type KeptFile } from '../store/kept-files';

type Repository = Pick<RepositoryContext, 'db' | 'files' | 'now' | 'settings'>;

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
/** Time after which a file that nobody used is removed. */
const unusedMs = 30 * dayMs;
/** Uses are recorded at most once in this time. */
const touchMs = minuteMs;
/** A file stays for this time after a recorded use, because somebody may be about to read it. */
const inUseMs = 2 * touchMs;
/** Files that a download makes at a time in one process. Others are streamed without keeping them. */
const maxMakings = 4;
/** Time in which a file that could not be kept is not tried again. */
const restMs = 10 * minuteMs;
/** Time for which a download waits for a new file, so that small files are sent with their length. */
const quickMs = 500;

interface Making {
  file: GrowingFile;
  kept: Promise<KeptFile>;
}

/** What one process makes, and what it could not keep, by content key. */
interface Workshop {
  makings: Map<string, Making>;
  /** When it was tried, in milliseconds. */
  notKept: Map<string, number>;
}

const workshops = new WeakMap<FileStore, Workshop>();

/**
 * A file that is made once and kept under `contentKey`, which must be a hash of everything its content depends on.
 * Callers in one process wait for the same making; of two servers that make the same file, one wins. Throws the error
 * of `make`, and FileNotWritten if the file cannot be kept because the disk is full or it is larger than all kept
 * files may be.
 */
export async function keepFile(repository: Repository, contentKey: string, make: MakeContent): Promise<KeptFile> {
  return (await findUsable(repository, contentKey)) ?? startMaking(repository, contentKey, make).kept;
}

/**
 * A file for a download: a kept one, or a stream of one that is being made and kept. Making it does not wait for slow
 * readers. If it cannot be kept, it is streamed all the same. Throws the error of `make`, if that fails at once.
 */
export async function openKeptFile(
  repository: Repository,
  contentKey: string,
  make: MakeContent,
): Promise<KeptFile | Readable> {
  const found = await findUsable(repository, contentKey);
  if (found) return found;
  const { makings, notKept } = workshopOf(repository);
  const isBusy = makings.size >= maxMakings && !makings.has(contentKey);
  if (isBusy || isResting(notKept, contentKey, repository.now())) return Readable.from(await make());
  const { file, kept } = startMaking(repository, contentKey, make);
  const stream = file.read();
  try {
    const quick = await Promise.race([kept, setTimeout(quickMs, null)]);
    if (!quick) return Readable.from(readOrMake(stream, make));
    stream.destroy();
    return quick;
  } catch (error) {
    stream.destroy();
    if (!(error instanceof FileNotWritten)) throw error;
    return Readable.from(await make());
  }
}

/** Removes kept files that were not used for 30 days, and the least recently used ones above the limit. */
export async function removeSurplusFiles({ db, files, now, settings }: Repository): Promise<void> {
  const at = now().getTime();
  const keys = await deleteSurplusFiles(db, {
    maxBytes: settings.keptFilesBytes,
    unusedSince: new Date(at - unusedMs),
    inUseSince: new Date(at - inUseMs),
  });
  await removeObjects(files, keys);
}

/** The kept file, if the store still has it. */
async function findUsable({ db, files, now }: Repository, contentKey: string): Promise<KeptFile | null> {
  const found = await findKeptFile(db, contentKey);
  if (!found) return null;
  if ((await orMissing(files.size(found.objectKey))) !== found.bytes) {
    await deleteKeptFile(db, found.objectKey);
    return null;
  }
  const { usedAt, ...file } = found;
  const at = now();
  if (at.getTime() - usedAt.getTime() > touchMs) await touchKeptFile(db, contentKey, at);
  return file;
}

function workshopOf({ files }: Repository): Workshop {
  const workshop = workshops.get(files) ?? { makings: new Map(), notKept: new Map() };
  workshops.set(files, workshop);
  return workshop;
}

function isResting(notKept: Workshop['notKept'], contentKey: string, now: Date): boolean {
  for (const [key, triedAt] of notKept) if (now.getTime() - triedAt > restMs) notKept.delete(key);
  return notKept.has(contentKey);
}

function startMaking(repository: Repository, contentKey: string, make: MakeContent): Making {
  const { makings, notKept } = workshopOf(repository);
  const running = makings.get(contentKey);
  if (running) return running;
  const file = createGrowingFile();
  const kept = makeFile(repository, { contentKey, file, make }).finally(() => makings.delete(contentKey));
  kept.catch((error: unknown) => {
    file.giveUp(error);
    if (error instanceof FileNotWritten) notKept.set(contentKey, repository.now().getTime());
  });
  const making = { file, kept };
  makings.set(contentKey, making);
  return making;
}

async function makeFile(
  repository: Repository,
  { contentKey, file, make }: { contentKey: string; file: GrowingFile; make: MakeContent },
): Promise<KeptFile> {
  const { db, files, now, settings } = repository;
  const objectKey = `kept/${randomUUID()}`;
  let written: { bytes: number; sha256: string } | undefined;
  let madeError: unknown;
  await files
    .writeLocal(objectKey, async (path) => {
      written = await file.fill(path, make, settings.keptFilesBytes).catch((error: unknown) => {
        madeError = error;
        throw error;
      });
    })
    .catch((error: unknown) => {
      throw madeError ?? new FileNotWritten(error);
    });
  const kept = await insertKeptFile(db, { contentKey, objectKey, ...written!, usedAt: now() });
  if (kept.objectKey !== objectKey) await removeObjects(files, [objectKey]);
  await removeSurplusFiles(repository);
  return kept;
}

/** The bytes of a growing file. If it cannot be written to its end, the rest is made again. */
async function* readOrMake(stream: Readable, make: MakeContent): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sentBytes += chunk.byteLength;
      yield chunk;
    }
    return;
  } catch (error) {
    if (!(error instanceof FileNotWritten)) throw error;
  }
  for await (const chunk of await make()) {
    if (chunk.byteLength > sentBytes) yield chunk.subarray(sentBytes);
    sentBytes = Math.max(0, sentBytes - chunk.byteLength);
  }
}
