import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import { Refusal } from '@domain/error-codes';
import { Outage } from '@domain/outage';
import { withoutYielding } from '@domain/yield-to-others';

import type { RepositoryContext } from '../context/context';
import { type FileStore, removeObjects } from '../context/file-store';
import { hasSpaceToMake } from '../receiving/storage-room';
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
import { whileNotWithdrawn } from './while-not-withdrawn';

export { findKeptFile, type KeptFile, listKeptFiles } from '../store/kept-files';

type Repository = Pick<RepositoryContext, 'db' | 'files' | 'freeBytes' | 'now' | 'settings'>;

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
/** Time after which a file that nobody used is removed. */
const unusedMs = 30 * dayMs;
/** Uses are recorded at most once in this time. */
const touchMs = minuteMs;
/** A file stays for this time after a recorded use, because somebody may be about to read it. */
const inUseMs = 2 * touchMs;
/** Files that one process makes at a time. Others are streamed without keeping them, or wait. */
const maxMakings = 4;
/** Time in which a file that is too large is not tried again, and one that the disk had no room for. */
const restMs = { tooLarge: 10 * minuteMs, noRoom: minuteMs };
/** Time for which a download waits for a new file, so that small files are sent with their length. */
const quickMs = 500;

/** What a kept file is made of. */
export interface KeptContent {
  /** A hash of everything its content depends on. */
  contentKey: string;
  /** Data sets whose data it has. */
  numbers: readonly number[];
}

interface Making {
  file: GrowingFile;
  /** Resolves when what `make` checks before the first byte holds. */
  begun: Promise<void>;
  kept: Promise<KeptFile>;
}

/** What one process makes, and what it could not keep, by content key. */
interface Workshop {
  makings: Map<string, Making>;
  /** Until when it is not tried again, in milliseconds. */
  notKept: Map<string, number>;
}

const workshops = new WeakMap<FileStore, Workshop>();

/**
 * A file that is made once and kept.
 * Callers in one process wait for the same making, and while too many other files are made; of two servers that make
 * the same file, one wins. Throws the error of `make`, and FileNotWritten if the file cannot be kept because the disk is
 * full or it is larger than all kept files may be. Such a file is not tried again for ten minutes if it is too large, for one
 * if it has filled the disk, and at once if the disk was nearly full before. Refuses with 'data-set-withdrawn' if a data
 * set is withdrawn meanwhile.
 */
export async function keepFile(repository: Repository, content: KeptContent, make: MakeContent): Promise<KeptFile> {
  for (;;) {
    const found = await findUsableFile(repository, content.contentKey);
    if (found) return found;
    const making = startMaking(repository, content, make);
    if (making) return making.kept;
    const others = [...workshopOf(repository).makings.values()];
    await Promise.race(others.map(({ kept }) => kept.catch(() => null)));
  }
}

/** Like `keepFile`, but refuses with 'storage-full' if the file cannot be kept. */
export async function keepWholeFile(
  repository: Repository,
  content: KeptContent,
  make: MakeContent,
): Promise<KeptFile> {
  try {
    return await keepFile(repository, content, make);
  } catch (error) {
    if (!(error instanceof FileNotWritten)) throw error;
    throw Object.assign(new Refusal('storage-full'), { cause: error });
  }
}

/**
 * A file for a download: a kept one, or a stream of one that is being made and kept. Making it does not wait for slow
 * readers. If it cannot be kept, it is streamed all the same. The stream breaks off with 'data-set-withdrawn' when a data
 * set is withdrawn meanwhile. Throws what `make` throws before it returns the content.
 */
export async function openKeptFile(
  repository: Repository,
  content: KeptContent,
  make: MakeContent,
): Promise<KeptFile | Readable> {
  const found = await findUsableFile(repository, content.contentKey);
  if (found) return found;
  try {
    const making = startMaking(repository, content, make);
    const made = making && (await follow(making, make));
    if (made) return made instanceof Readable ? whileNotWithdrawn(repository, content.numbers, made) : made;
  } catch (error) {
    if (!(error instanceof FileNotWritten)) throw error;
  }
  return whileNotWithdrawn(repository, content.numbers, asReadable(await make()));
}

/** Removes kept files that were not used for 30 days, and the least recently used ones above the limit. */
export async function removeSurplusFiles({ db, files, now, settings }: Omit<Repository, 'freeBytes'>): Promise<void> {
  const at = now().getTime();
  const keys = await deleteSurplusFiles(db, {
    maxBytes: settings.keptFilesBytes,
    unusedSince: new Date(at - unusedMs),
    inUseSince: new Date(at - inUseMs),
  });
  await removeObjects(files, keys);
}

/** The kept file, if there is one and the store still has it. Makes nothing. */
export async function findUsableFile({ db, files, now }: Repository, contentKey: string): Promise<KeptFile | null> {
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
  for (const [key, until] of notKept) if (now.getTime() > until) notKept.delete(key);
  return notKept.has(contentKey);
}

/**
 * The making of a file, begun now or before; null while as many others are made as may be. Throws FileNotWritten if it
 * could not be kept a short time ago.
 */
function startMaking(repository: Repository, { contentKey, numbers }: KeptContent, make: MakeContent): Making | null {
  const { makings, notKept } = workshopOf(repository);
  const running = makings.get(contentKey);
  if (running) return running;
  if (isResting(notKept, contentKey, repository.now())) throw new FileNotWritten(new Error('It was tried before.'));
  if (makings.size >= maxMakings) return null;
  const file = createGrowingFile();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const makeChecked = async () => {
    const content = await make();
    begin();
    return content;
  };
  const made = { contentKey, numbers, file, make: makeChecked };
  const kept = withoutYielding(() => makeFile(repository, made)).finally(() => makings.delete(contentKey));
  // For those who come after its last byte and before it is stored.
  const letGo = file.holdOpen();
  kept.then(letGo, letGo);
  kept.catch((error: unknown) => {
    file.giveUp(error);
    // Nothing was made for it, so it costs nothing to try again.
    if (!(error instanceof FileNotWritten) || error.cause instanceof Outage) return;
    const rest = error.isTooLarge ? restMs.tooLarge : restMs.noRoom;
    notKept.set(contentKey, repository.now().getTime() + rest);
  });
  const making = { file, begun, kept };
  makings.set(contentKey, making);
  return making;
}

async function makeFile(
  repository: Repository,
  { contentKey, numbers, file, make }: KeptContent & { file: GrowingFile; make: MakeContent },
): Promise<KeptFile> {
  const { db, files, now, settings } = repository;
  const objectKey = `kept/${randomUUID()}`;
  let written: { bytes: number; sha256: string } | undefined;
  let madeError: unknown;
  if (!(await hasSpaceToMake(repository))) throw new FileNotWritten(new Outage('The disk is nearly full.'));
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
  const stored = { contentKey, numbers: [...numbers], objectKey, ...written!, usedAt: now() };
  const kept = await db.transaction((tx) => insertKeptFile(tx, stored));
  if (kept?.objectKey !== objectKey) await removeObjects(files, [objectKey]);
  if (kept === null) throw new Refusal('data-set-withdrawn');
  await removeSurplusFiles(repository);
  return kept;
}

/** The file if it is complete soon, otherwise a stream of it. */
async function follow({ file, begun, kept }: Making, make: MakeContent): Promise<KeptFile | Readable> {
  const stream = file.read();
  try {
    await Promise.race([kept, begun]);
    const quick = await Promise.race([kept, setTimeout(quickMs, null)]);
    if (!quick) return readOrMake(stream, make);
    stream.destroy();
    return quick;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** A stream as it is: one around it that is destroyed before its first read would leave it open. */
function asReadable(content: AsyncIterable<Uint8Array>): Readable {
  return content instanceof Readable ? content : Readable.from(content);
}

/** The bytes of a growing file. If it cannot be written to its end, the rest is made again. */
function readOrMake(stream: Readable, make: MakeContent): Readable {
  const all = Readable.from(chunksOf(stream, make));
  // The generator never runs if its reader leaves before the first byte.
  all.once('close', () => stream.destroy());
  return all;
}

async function* chunksOf(stream: Readable, make: MakeContent): AsyncGenerator<Uint8Array> {
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
