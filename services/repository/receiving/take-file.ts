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

const longestName = 200;

/** Removes folders, control characters and line breaks from a file name, and shortens it but keeps its extension. */
export function cleanName(posted: string): string {
  const name = posted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longestName - ending.length) + ending;
}

/** Refuses a name with an unsupported extension with 'file-type'. */
export function refuseWrongType(name: string): void {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(fileExtensions as readonly string[]).includes(extension)) throw new Refusal('file-type', { name });
}

/** Refusal of a file above `maxFileBytes`. */
export function tooLarge(name: string, { maxFileBytes }: RepositorySettings): Refusal {
  return new Refusal('file-too-large', { name, max: maxFileBytes });
}

/** Refuses a file below `minFileBytes` with 'file-too-small'. */
export function refuseTooSmall(name: string, bytes: number, { minFileBytes }: RepositorySettings): void {
  if (bytes < minFileBytes) throw new Refusal('file-too-small', { name, bytes, min: minFileBytes });
}

/** Turns an error into the refusal of a single file, with a full disk as 'storage-full'. Rethrows server errors. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return Object.assign(new Refusal('storage-full'), { cause: error });
  throw error;
}

/**
 * Streams a file into the store. No row refers to its object yet. Refuses with 'file-type', 'file-too-large'
 * or 'file-too-small' and leaves nothing behind.
 */
export async function stageFile(
  { files, settings }: RepositoryContext,
  name: string,
  stream: Readable,
): Promise<StagedFile> {
  refuseWrongType(name);
  const id = randomUUID();
  const objectKey = `originals/${id}`;
  const source = bytesUpTo(stream, settings.maxFileBytes, tooLarge(name, settings));
  const { bytes, sha256 } = await files.put(objectKey, source);
  try {
    refuseTooSmall(name, bytes, settings);
  } catch (error) {
    await files.remove(objectKey);
    throw error;
  }
  return { id, name, objectKey, bytes, sha256 };
}

/** Fails with `refusal` above `max`, but leaves `stream` open so that the rest of the body can be read. */
export function bytesUpTo(stream: Readable, max: number, refusal: Refusal): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > max) done(refusal);
      else done(null, chunk);
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

/** Further steps of the transaction: `claim` before all others, `kept` once the upload has its number. */
interface Alongside {
  claim(tx: Transaction): Promise<void>;
  kept(tx: Transaction, number: number): Promise<void>;
}

/**
 * Turns a stored file into an upload, enqueues the job that reads it and returns its number. Refuses a file
 * that already exists; of identical files that arrive at the same time, one is kept. The caller must nudge the
 * job queue.
 */
export async function keepFile(
  { db, jobs, now, settings }: RepositoryContext,
  { owner, kind, file }: KeptFile,
  alongside?: Alongside,
): Promise<number> {
  return db.transaction(async (tx) => {
    await alongside?.claim(tx);
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
