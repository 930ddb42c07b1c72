import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { Refusal } from '@domain/error-codes';
import { fileExtensions } from '@domain/limits';
import { formatUploadId, type UploadId, type UploadKind } from '@domain/upload-id';

import { localDay } from '../editorial/local-time';
import { removeObjects } from '../files/remove-objects';
import { findIdenticalFile, insertUpload, listReadTables, lockContent } from '../store/files';
import type { Actor, RepositoryContext } from './context';
import { skipStream } from './skip-stream';

/** A file as it arrives. */
export interface FilePart {
  name: string;
  stream: Readable;
}

/** What became of one posted file: it has either an id or a refusal. */
export interface ReceivedFileOutcome {
  name: string;
  id: UploadId | null;
  /** Names of its tables; empty while it is still being read or when it cannot be. */
  tables: string[];
  refusal: Refusal | null;
}

interface StagedFile {
  id: string;
  name: string;
  objectKey: string;
  bytes: number;
  sha256: string;
}
type Staged =
  { name: string; file: StagedFile; refusal: null } | { name: string; file: null; refusal: Refusal };

/** Bytes of refused files that are read on, to see whether another file follows. */
const maxSkippedBytes = 64 * 1024 * 1024;
const pollMs = 40;
const longestName = 200;

/**
 * Takes posted files as new uploads of the actor: each is stored while it arrives, and becomes an upload
 * once the whole body is there; of a body that is cut off nothing is kept. Files of a wrong type or
 * size, and those that exist already, are refused one by one. Waits a moment for small files to be
 * read. Refuses with 'file-missing' and 'file-incomplete'.
 */
export async function receiveFiles(
  actor: Actor,
  repository: RepositoryContext,
  { kind, parts }: { kind: UploadKind; parts: AsyncIterable<FilePart> },
): Promise<ReceivedFileOutcome[]> {
  /** Objects that no upload refers to. */
  const loose = new Set<string>();
  try {
    const staged = await stageFiles(repository, parts, loose);
    if (staged.length === 0) throw new Refusal('file-missing');
    const outcomes: ReceivedFileOutcome[] = [];
    for (const entry of staged) outcomes.push(await keepFile(actor, repository, kind, entry, loose));
    repository.jobs.nudge();
    return await awaitReading(repository, outcomes);
  } finally {
    await removeObjects(repository.files, [...loose]);
  }
}

async function stageFiles(
  repository: RepositoryContext,
  parts: AsyncIterable<FilePart>,
  loose: Set<string>,
): Promise<Staged[]> {
  const staged: Staged[] = [];
  let skippable = maxSkippedBytes;
  for await (const { name: postedName, stream } of parts) {
    const name = cleanName(postedName);
    try {
      const file = await stageFile(repository, name, stream);
      loose.add(file.objectKey);
      staged.push({ name, file, refusal: null });
    } catch (error) {
      if (stream.errored) throw new Refusal('file-incomplete', { name });
      staged.push({ name, file: null, refusal: asRefusal(error) });
      skippable -= await skipStream(stream, skippable);
      if (!stream.readableEnded) break;
    }
  }
  return staged;
}

async function stageFile(
  { files, settings }: RepositoryContext,
  name: string,
  stream: Readable,
): Promise<StagedFile> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(fileExtensions as readonly string[]).includes(extension)) throw new Refusal('file-type', { name });
  const id = randomUUID();
  const objectKey = `originals/${id}`;
  const source = Readable.from(
    bytesUpTo(
      stream,
      settings.maxFileBytes,
      new Refusal('file-too-large', { name, max: settings.maxFileBytes }),
    ),
  );
  const { bytes, sha256 } = await files.put(objectKey, source);
  if (bytes < settings.minFileBytes) {
    await files.remove(objectKey);
    throw new Refusal('file-too-small', { name, bytes, min: settings.minFileBytes });
  }
  return { id, name, objectKey, bytes, sha256 };
}

/** Leaves the stream open when it is left early: what follows in the body can still be read. */
async function* bytesUpTo(stream: Readable, max: number, refusal: Refusal) {
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > max) throw refusal;
    yield chunk;
  }
}

/**
 * Makes an upload of a stored file. Its object is loose again only after a refusal: after a fault the
 * upload may have been stored all the same.
 */
async function keepFile(
  actor: Actor,
  { db, jobs, now, settings }: RepositoryContext,
  kind: UploadKind,
  { name, file, refusal }: Staged,
  loose: Set<string>,
): Promise<ReceivedFileOutcome> {
  if (!file) return { name, id: null, tables: [], refusal };
  loose.delete(file.objectKey);
  try {
    const number = await db.transaction(async (tx) => {
      await lockContent(tx, file.sha256);
      const identical = await findIdenticalFile(tx, file.sha256);
      if (identical) throw identicalRefusal(actor, identical, settings);
      const added = await insertUpload(tx, { owner: actor.subject, kind, file, now: now() });
      await jobs.enqueue(tx, 'ingest-file', { file: file.id });
      return added;
    });
    return { name, id: formatUploadId(number, kind), tables: [], refusal: null };
  } catch (error) {
    const refused = asRefusal(error);
    loose.add(file.objectKey);
    return { name, id: null, tables: [], refusal: refused };
  }
}

/** Another user's file is never revealed; the actor's own is named and linked. */
function identicalRefusal(
  actor: Actor,
  { file, upload }: NonNullable<Awaited<ReturnType<typeof findIdenticalFile>>>,
  { origin, timeZone }: RepositoryContext['settings'],
): Refusal {
  if (upload.owner !== actor.subject) return new Refusal('file-identical');
  const id = formatUploadId(upload.number, upload.kind);
  const date = localDay(file.receivedAt, timeZone);
  return new Refusal(
    'file-identical-own',
    { name: file.name, date },
    { id, link: `${origin}/file-upload/data/${id}` },
  );
}

/** Waits until the new files are read or found unreadable, at most `settings.jobWaitMs`. */
async function awaitReading(
  { db, settings }: RepositoryContext,
  outcomes: ReceivedFileOutcome[],
): Promise<ReceivedFileOutcome[]> {
  const numbers = outcomes.flatMap(({ id }) => (id === null ? [] : Number.parseInt(id, 10)));
  const deadline = performance.now() + settings.jobWaitMs;
  for (;;) {
    const read = await listReadTables(db, numbers);
    if (read.size === numbers.length || performance.now() + pollMs > deadline) {
      return outcomes.map((outcome) => ({
        ...outcome,
        tables: (outcome.id !== null && read.get(Number.parseInt(outcome.id, 10))) || [],
      }));
    }
    await delay(pollMs);
  }
}

/** A refusal of this file alone; faults of ours go on. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refusal('storage-full');
  throw error;
}

/** Name without folders and control characters, not longer than a file system takes, its ending kept. */
function cleanName(posted: string): string {
  const name = posted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longestName - ending.length) + ending;
}
