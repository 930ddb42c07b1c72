import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { checkedContent, ContentDiffers } from '../repository/files/checked-content';
import { sha256Of } from '../repository/sha256';
import type { BackupFiles } from './backup-files';
import { linesIn } from './lines';
import { listBackups } from './manifest';
import { chunksOf, Unreadable } from './unreadable';

/** Folder of the contents, within that of the backups. */
export const contentFolder = 'contents/';
const readBufferBytes = 256 * 1024;

/** A file of a backup, which is named by its SHA-256 (hex), so that equal ones are stored once. */
export interface Content {
  sha256: string;
  bytes: number;
}

/** Key of a content. */
export function contentKey(sha256: string): string {
  return `${contentFolder}${sha256.slice(0, 2)}/${sha256}`;
}

/** Sizes of all contents by their SHA-256. Each is whole, because writes become visible at their end. */
export async function listContents(files: BackupFiles): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { key, bytes } of files.list(contentFolder)) found.set(key.slice(key.lastIndexOf('/') + 1), bytes);
  return found;
}

/**
 * Stores a content under the name of the SHA-256 that it should have. Throws ContentDiffers, and stores nothing, if it
 * has another one. Returns its size in bytes.
 */
export async function putContent(
  files: BackupFiles,
  sha256: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  return (await files.put(contentKey(sha256), checkedContent(content, sha256))).bytes;
}

/** Stores a local text file, compressed, which has to be read once for its name. */
export async function putCompressed(files: BackupFiles, file: string): Promise<Content> {
  const compressed = () => createReadStream(file, { highWaterMark: readBufferBytes }).pipe(createGzip({ level: 4 }));
  const sha256 = await sha256Of(compressed());
  return { sha256, bytes: await putContent(files, sha256, compressed()) };
}

/** The lines of a content that was stored by `putCompressed`, several at a time. */
export async function* readCompressed(files: BackupFiles, { sha256 }: Content): AsyncGenerator<string[]> {
  const stored = await files.read(contentKey(sha256));
  const text = createGunzip();
  stored.once('error', (error) => text.destroy(error));
  yield* linesIn(stored.pipe(text));
}

/**
 * The bytes of a content. Throws Unreadable, and ContentDiffers at its end or at the first byte too many, so that a file
 * in its place does not fill a disk.
 */
export function readContent(files: BackupFiles, { sha256, bytes }: Content): Readable {
  return checkedContent(upTo(bytes, chunksOf(files, contentKey(sha256))), sha256);
}

async function* upTo(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of content) {
    left -= chunk.byteLength;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new ContentDiffers();
}

/**
 * What is wrong with a content; null if it has the SHA-256 and the size that it should have. One that cannot be read
 * counts as damaged. Throws Unreadable if nothing else can be read either.
 */
export async function faultOf(files: BackupFiles, content: Content): Promise<'missing' | 'damaged' | null> {
  try {
    await finished(readContent(files, content).resume());
    return null;
  } catch (error) {
    if (error instanceof ContentDiffers) return 'damaged';
    if (!(error instanceof Unreadable)) throw error;
    if (error.isMissing) return 'missing';
    if (await error.isDefect(() => listBackups(files))) return 'damaged';
    throw error;
  }
}
