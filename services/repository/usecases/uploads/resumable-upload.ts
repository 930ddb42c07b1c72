import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { ResumableUpload } from '@domain/api/parts';
import { Refusal } from '@domain/error-codes';
import { maxUnfinishedInFiles, maxUnfinishedParts } from '@domain/limits';
import { formatUploadId, type UploadId, type UploadKind } from '@domain/upload-id';

import { forgetReads } from '../../../database/read-once';
import { type OwnerUseCase, requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitReading } from '../../context/wait-for-jobs';
import { type ArrivingBytes, completeResumableUpload, partLifeMs, receiveBytes } from '../../receiving/parts';
import { openRoom, requireFreeSpace, requireRoom } from '../../receiving/storage-room';
import { cleanName, largestFile, refuseTooSmall, refuseWrongType, tooLarge } from '../../receiving/take-file';
import type { Transaction } from '../../store/database';
import {
  deletePart,
  findPart,
  insertPart,
  listOpenParts,
  listUnfinished,
  type StoredResumableUpload,
} from '../../store/parts';

/** File that will arrive in several requests, as described by its sender. */
export interface NewPart {
  kind: UploadKind;
  name: string;
  bytes: number;
  /** In ms since 1970; null if the sender did not state it. */
  lastModified: number | null;
}

/**
 * Starts a resumable upload of the actor and returns its id. Checks name and size before any byte arrives, with the
 * same refusals as for a complete file. Refuses with 'too-many-unfinished' if the actor has too many unfinished
 * uploads, and like `requireFreeSpace` and `requireRoom`. Those without data on this server are not counted among them,
 * because their folder was lost or is on another server.
 */
export async function createResumableUpload(
  actor: Actor,
  repository: RepositoryContext,
  { kind, name: postedName, bytes, lastModified }: NewPart,
): Promise<string> {
  const { db, parts, settings, now } = repository;
  const name = cleanName(postedName);
  refuseWrongType(name);
  refuseTooSmall(name, bytes, settings);
  if (bytes > largestFile(settings)) throw tooLarge(name, settings);
  await requireFreeSpace(repository, bytes);
  const account = { owner: actor.subject, by: actor.subject };
  const id = randomUUID();
  // Other requests count the whole file from now on, and it counts what they have received.
  using room = await openRoom(repository, account);
  try {
    await room.take(name, bytes, bytes);
    await parts.create(id);
    await db.transaction(async (tx) => {
      await requireRoom(tx, repository, { ...account, name, bytes });
      await requireFewUnfinished(tx, repository, { ...account, bytes });
      await insertPart(tx, { id, owner: actor.subject, kind, name, bytes, lastModified }, now());
    });
  } catch (error) {
    room.giveBack(bytes);
    if (error instanceof Refusal) await parts.remove(id);
    throw error;
  }
  return id;
}

/** Refuses with 'too-many-unfinished' if an owner has too many unfinished uploads, or too large ones with `bytes` more. */
async function requireFewUnfinished(
  tx: Transaction,
  { parts, settings }: RepositoryContext,
  { owner, bytes }: { owner: string; bytes: number },
): Promise<void> {
  const listed = await listUnfinished(tx, owner);
  const sizes = await parts.sizes(
    tx,
    listed.map((part) => part.id),
  );
  const unfinished = listed.filter((_, at) => sizes[at] !== null);
  const sum = unfinished.reduce((total, part) => total + part.bytes, bytes);
  const isTooMuch = sum > maxUnfinishedInFiles * settings.maxFileBytes;
  if (unfinished.length >= maxUnfinishedParts || isTooMuch) throw new Refusal('too-many-unfinished');
}

/** State of a resumable upload. Its refusal is a code, because use cases that return this do not know the language. */
export interface FoundPart extends Omit<ResumableUpload, 'error'> {
  refusal: StoredResumableUpload['refusal'];
}

/** Returns the actor's resumable upload with this id. Refuses with 'not-found' if the actor has none. */
export async function requirePart(
  useCase: OwnerUseCase,
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
): Promise<StoredResumableUpload> {
  const part = z.uuid().safeParse(id).success ? await findPart(db, id.toLowerCase()) : null;
  if (!part) throw new Refusal('not-found');
  requireOwner(useCase, actor, part);
  return part;
}

/**
 * Returns the state of a resumable upload of the actor. If all bytes have arrived, it is made an upload, and its file
 * is read. Waits at most `settings.jobWaitMs` for each of the two, so that the caller usually gets the final state.
 * Refuses with 'upload-lost' if the bytes that had arrived are not on this server.
 */
export async function findOwnPart(actor: Actor, repository: RepositoryContext, id: string): Promise<FoundPart> {
  const before = await requirePart('findOwnPart', actor, repository, id);
  const found = (await describePart(repository, before)) ?? (await requireDecided(actor, repository, id));
  if (found.state === 'receiving' && found.offset < found.bytes) return found;
  await within(completeResumableUpload(repository, before.id), repository.settings.jobWaitMs);
  forgetReads();
  const after = await requirePart('findOwnPart', actor, repository, id);
  if (before.state !== 'taken' && after.upload !== null) await awaitReading(repository, [after.upload]);
  return (await describePart(repository, after)) ?? requireDecided(actor, repository, id);
}

/**
 * State of a resumable upload whose data is not on this server. It may have been accepted or refused since it was first
 * looked up, so it is looked up again. Otherwise it is lost.
 */
async function requireDecided(actor: Actor, repository: RepositoryContext, id: string): Promise<FoundPart> {
  forgetReads();
  const found = await describePart(repository, await requirePart('findOwnPart', actor, repository, id));
  if (!found) throw new Refusal('upload-lost');
  return found;
}

/** Resumable uploads of the actor that did not become an upload, oldest first, without lost ones. */
export async function listOwnParts(actor: Actor, repository: RepositoryContext): Promise<FoundPart[]> {
  const open = await listOpenParts(repository.db, actor.subject);
  const sizes = await repository.parts.sizes(
    repository.db,
    open.map((part) => part.id),
  );
  return open.map((part, at) => stateOf(part, sizes[at] ?? null)).filter((part) => part !== null);
}

async function describePart({ parts }: RepositoryContext, part: StoredResumableUpload): Promise<FoundPart | null> {
  return stateOf(part, await parts.size(part.id));
}

/**
 * State of a resumable upload of which `size` bytes are here. Null if it is not accepted or refused yet and its data is
 * not on this server, because its folder was lost or it was started on another server.
 */
function stateOf(part: StoredResumableUpload, size: number | null): FoundPart | null {
  const { id, kind, name, bytes, lastModified, state, refusal, touchedAt } = part;
  const isUndecided = state === 'receiving' || state === 'checking';
  if (isUndecided && size === null) return null;
  const offset = state === 'receiving' ? (size ?? 0) : bytes;
  const upload: UploadId | null = part.upload === null ? null : formatUploadId(part.upload, kind);
  const expiresAt = new Date(touchedAt.getTime() + partLifeMs).toISOString();
  return { id, kind, name, bytes, offset, lastModified, state, expiresAt, upload, refusal };
}

/** Waits for work for at most this time. The work continues afterwards; an error after that time is ignored here. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([work, elapsed]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Streams bytes to the actor's resumable upload and returns the new offset. The caller holds its lock. When all bytes
 * have arrived, the file is made an upload in the background. If that fails, the next request for it or
 * the next start of the server tries again and reports the error. Refuses with 'not-found', and like `receiveBytes`.
 */
export async function appendToPart(
  actor: Actor,
  repository: RepositoryContext,
  { id, ...arriving }: { id: string } & ArrivingBytes,
): Promise<number> {
  const part = await requirePart('appendToPart', actor, repository, id);
  const offset = await receiveBytes(repository, part, arriving);
  if (offset === part.bytes) completeResumableUpload(repository, part.id).catch(() => undefined);
  return offset;
}

/**
 * Removes the bytes of the actor's resumable upload, or the record of its refusal. The caller holds its lock. Refuses
 * with 'not-found', and with 'not-ready' while the complete file is being checked.
 */
export async function cancelResumableUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const part = await requirePart('cancelResumableUpload', actor, repository, id);
  if (part.state === 'checking') throw new Refusal('not-ready');
  // The record is deleted first, because the sweep removes files without a record.
  await deletePart(repository.db, part.id);
  await repository.parts.remove(part.id);
}
