import { randomUUID } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';

import { Refusal } from '@domain/error-codes';
import { fileExtensions } from '@domain/limits';
import { localDay } from '@domain/local-time';
import { formatUploadId, type UploadKind } from '@domain/upload-id';

import type { RepositoryContext, RepositorySettings } from '../context/context';
import type { Transaction } from '../store/database';
import { findIdenticalFile, insertUpload } from '../store/files';
import { lockContent } from '../store/locks';
import { type Room, requireRoom } from './storage-room';

/**
 * Longest file name in bytes of UTF-8. File systems hold 255 (NAME_MAX of Linux); the rest is for what a published file
 * has before its name.
 */
const longestNameBytes = 200;

/** Removes folders, control characters and line breaks from a file name, and shortens it but keeps its extension. */
export function cleanName(posted: string): string {
  const name = posted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  if (Buffer.byteLength(name) <= longestNameBytes) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return cutBytes(name, longestNameBytes - Buffer.byteLength(ending)) + ending;
}

/** The longest beginning of a text with at most `max` bytes of UTF-8, cut between characters. */
function cutBytes(text: string, max: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(max));
  return text.slice(0, read);
}

/** Refuses a name with an unsupported extension with 'file-type'. */
export function refuseWrongType(name: string): void {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(fileExtensions as readonly string[]).includes(extension)) throw new Refusal('file-type', { name });
}

/** Size of the largest file that an account can hold, in bytes. */
export function largestFile({ maxFileBytes, storage }: RepositorySettings): number {
  return Math.min(maxFileBytes, storage.accountBytes);
}

/** Refusal of a file above `largestFile`. */
export function tooLarge(name: string, settings: RepositorySettings): Refusal {
  return new Refusal('file-too-large', { name, max: largestFile(settings) });
}

/** Refuses a file below `minFileBytes` with 'file-too-small'. */
export function refuseTooSmall(name: string, bytes: number, { minFileBytes }: RepositorySettings): void {
  if (bytes < minFileBytes) throw new Refusal('file-too-small', { name, bytes, min: minFileBytes });
}

/** Turns an error into the refusal of a single file, with a full disk as 'storage-full'. Rethrows server errors. */
export function asRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  return refusal;
}

/** The refusal that an error stands for, like `asRefusal`; null for server errors. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = (error as NodeJS.ErrnoException).code;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return isFull ? Object.assign(new Refusal('storage-full'), { cause: error }) : null;
}

/**
 * Streams a file into the store. No row refers to its object yet. Refuses with 'file-type', 'file-too-large',
 * 'file-too-small' or like the room and leaves nothing behind.
 */
export async function stageFile(
  { files, settings }: RepositoryContext,
  name: string,
  stream: Readable,
  room: Room,
): Promise<StagedFile> {
  refuseWrongType(name);
  const id = randomUUID();
  const objectKey = `originals/${id}`;
  const limit = { max: largestFile(settings), refusal: tooLarge(name, settings) };
  const { bytes, sha256 } = await storeArriving(files, { objectKey, name, stream, room, limit });
  try {
    refuseTooSmall(name, bytes, settings);
  } catch (error) {
    await files.remove(objectKey);
    room.giveBack(bytes);
    throw error;
  }
  return { id, name, objectKey, bytes, sha256 };
}

interface ArrivingFile {
  objectKey: string;
  name: string;
  stream: Readable;
  room: Room;
  /** The refusal of a file above `max` bytes. */
  limit: { max: number; refusal: Refusal };
}

/**
 * Streams bytes into the store as long as there is room for them, and leaves `stream` open after a refusal so that the
 * rest of the body can be read.
 */
export async function storeArriving(
  files: RepositoryContext['files'],
  { objectKey, name, stream, room, limit: { max, refusal } }: ArrivingFile,
): Promise<{ bytes: number; sha256: string }> {
  let bytes = 0;
  const take = (arrived: number) => {
    if (bytes + arrived > max) throw refusal;
    bytes += arrived;
    return room.take(name, arrived, bytes);
  };
  try {
    return await files.put(objectKey, checkedBytes(stream, take));
  } catch (error) {
    room.giveBack(bytes);
    throw error;
  }
}

/** The bytes of `stream` until `check` refuses the size of a chunk. `stream` stays open then. */
function checkedBytes(stream: Readable, check: (bytes: number) => Promise<void> | null): Readable {
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const checking = check(chunk.byteLength);
        if (checking) checking.then(() => done(null, chunk), done);
        else done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  stream.once('error', (error) => limited.destroy(error));
  // Without a reader yet, an error must not end the process.
  limited.on('error', () => undefined);
  return stream.pipe(limited);
}

/** A file in the store that no upload refers to yet. */
export interface StagedFile {
  id: string;
  name: string;
  objectKey: string;
  bytes: number;
  sha256: string;
}

interface KeptFile {
  owner: string;
  kind: UploadKind;
  file: StagedFile;
}

/**
 * Further steps of the transaction for a file whose room was measured before it arrived: `claim` before all others,
 * `kept` once the upload has its number.
 */
interface Alongside {
  claim(tx: Transaction): Promise<void>;
  kept(tx: Transaction, number: number): Promise<void>;
}

/**
 * Turns a stored file into an upload, enqueues the job that reads it and returns its number. Refuses a file
 * that already exists; of identical files that arrive at the same time, one is kept. Refuses like `requireRoom`. The
 * caller must nudge the job queue.
 */
export async function keepFile(
  repository: RepositoryContext,
  { owner, kind, file }: KeptFile,
  alongside?: Alongside,
): Promise<number> {
  const { db, jobs, now, settings } = repository;
  return db.transaction(async (tx) => {
    if (alongside) await alongside.claim(tx);
    else await requireRoom(tx, repository, { owner, by: owner, ...file });
    await lockContent(tx, file.sha256);
    const identical = await findIdenticalFile(tx, file.sha256);
    if (identical) throw identicalRefusal(owner, identical, settings);
    const added = await insertUpload(tx, { owner, kind, file, now: now() });
    await jobs.enqueue(tx, 'ingest-file', { file: file.id });
    await alongside?.kept(tx, added);
    return added;
  });
}

/** Names and links an identical file of the same owner. Reveals nothing about files of other users. */
export function identicalRefusal(
  owner: string,
  { file, upload }: NonNullable<Awaited<ReturnType<typeof findIdenticalFile>>>,
  { origin, timeZone }: RepositorySettings,
): Refusal {
  if (upload.owner !== owner) return new Refusal('file-identical');
  const id = formatUploadId(upload.number, upload.kind);
  const date = localDay(file.receivedAt, timeZone);
  return new Refusal(
    'file-identical-own',
    { name: file.name, date, upload: id },
    { id, link: `${origin}/file-upload/data/${id}` },
  );
}

/** Maximum time for skipping one refused file. */
const maxSkipMs = 5000;

/**
 * Skips a stream to its end, or until `maxBytes` or five seconds have passed, and leaves it open. Returns the
 * number of bytes skipped.
 */
export function skipStream(stream: Readable, maxBytes: number): Promise<number> {
  return new Promise((resolve) => {
    let skipped = 0;
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', count);
      stream.pause();
      resolve(skipped);
    };
    const count = (chunk: Uint8Array) => {
      skipped += chunk.byteLength;
      if (skipped >= maxBytes) stop();
    };
    const timer = setTimeout(stop, maxSkipMs);
    if (stream.readableEnded || stream.destroyed) return stop();
    stream.once('close', stop);
    stream.once('end', stop);
    stream.on('data', count);
    stream.resume();
  });
}
