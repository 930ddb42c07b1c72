import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import { z } from 'zod';

import type { ResumableUpload } from '@domain/api/parts';
import { Refusal } from '@domain/error-codes';
import { maxUnfinishedInFiles, maxUnfinishedParts } from '@domain/limits';
import { formatUploadId, type UploadId, type UploadKind } from '@domain/upload-id';

import { type OwnerUseCase, requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitReading } from '../../context/wait-for-jobs';
import { completeResumableUpload, partLifeMs, receiveBytes } from '../../receiving/parts';
import { cleanName, refuseTooSmall, refuseWrongType, tooLarge } from '../../receiving/take-file';
import { lockBeginning } from '../../store/locks';
import {
  deletePart,
  findPart,
  insertPart,
  listOpenParts,
  listUnfinished,
  type StoredResumableUpload,
} from '../../store/parts';

/** A file that is to arrive in several requests, as its sender tells of it. */
export interface NewPart {
  kind: UploadKind;
  name: string;
  bytes: number;
  /** In ms since 1970; null = not told. */
  lastModified: number | null;
}

/**
 * Begins a file of the actor that may arrive in several requests; answers the id of the part. Refuses at
 * once what the whole file would be refused for by name and size, and 'too-many-unfinished' files. Those of
 * which this server has nothing, as their folder is lost or another's, do not count.
 */
export async function createResumableUpload(
  actor: Actor,
  { db, parts, settings, now }: RepositoryContext,
  { kind, name: postedName, bytes, lastModified }: NewPart,
): Promise<string> {
  const name = cleanName(postedName);
  refuseWrongType(name);
  refuseTooSmall(name, bytes, settings);
  if (bytes > settings.maxFileBytes) throw tooLarge(name, settings);
  const id = randomUUID();
  await parts.create(id);
  try {
    await db.transaction(async (tx) => {
      await lockBeginning(tx, actor.subject);
      const listed = await listUnfinished(tx, actor.subject);
      const sizes = await Promise.all(listed.map((part) => parts.size(part.id)));
      const unfinished = listed.filter((_, at) => sizes[at] !== null);
      const sum = unfinished.reduce((total, part) => total + part.bytes, bytes);
      const isTooMuch = sum > maxUnfinishedInFiles * settings.maxFileBytes;
      if (unfinished.length >= maxUnfinishedParts || isTooMuch) throw new Refusal('too-many-unfinished');
      await insertPart(tx, { id, owner: actor.subject, kind, name, bytes, lastModified }, now());
    });
  } catch (error) {
    if (error instanceof Refusal) await parts.remove(id);
    throw error;
  }
  return id;
}

/** A part as a use-case tells of it: its refusal in no language yet. */
export interface FoundPart extends Omit<ResumableUpload, 'error'> {
  refusal: StoredResumableUpload['refusal'];
}

/** The actor's part of this id; refuses any other with 'not-found'. */
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
 * How far a part of the actor is. One that is whole is made an upload; that, and the reading of the new
 * file, is waited for at most `settings.jobWaitMs` each. Refuses with 'upload-lost' when this server has
 * nothing of what had arrived.
 */
export async function findOwnPart(actor: Actor, repository: RepositoryContext, id: string): Promise<FoundPart> {
  const before = await requirePart('findOwnPart', actor, repository, id);
  const found = (await describePart(repository, before)) ?? (await requireDecided(actor, repository, id));
  if (found.state === 'receiving' && found.offset < found.bytes) return found;
  await within(completeResumableUpload(repository, before.id), repository.settings.jobWaitMs);
  const after = await requirePart('findOwnPart', actor, repository, id);
  if (before.state !== 'taken' && after.upload !== null) await awaitReading(repository, [after.upload]);
  return (await describePart(repository, after)) ?? requireDecided(actor, repository, id);
}

/** A part of which nothing is here: it may have been decided about between the two looks; otherwise it is lost. */
async function requireDecided(actor: Actor, repository: RepositoryContext, id: string): Promise<FoundPart> {
  const found = await describePart(repository, await requirePart('findOwnPart', actor, repository, id));
  if (!found) throw new Refusal('upload-lost');
  return found;
}

/** Resumable uploads of the actor that did not become an upload, oldest first, without lost ones. */
export async function listOwnParts(actor: Actor, repository: RepositoryContext): Promise<FoundPart[]> {
  const parts = await listOpenParts(repository.db, actor.subject);
  const described = await Promise.all(parts.map((part) => describePart(repository, part)));
  return described.filter((part) => part !== null);
}

/** null when it is undecided and this server has nothing of it: its folder is lost, or it began elsewhere. */
async function describePart({ parts }: RepositoryContext, part: StoredResumableUpload): Promise<FoundPart | null> {
  const { id, kind, name, bytes, lastModified, state, refusal, touchedAt } = part;
  const isUndecided = state === 'receiving' || state === 'checking';
  const size = isUndecided ? await parts.size(id) : bytes;
  if (size === null) return null;
  const offset = state === 'receiving' ? size : bytes;
  const upload: UploadId | null = part.upload === null ? null : formatUploadId(part.upload, kind);
  const expiresAt = new Date(touchedAt.getTime() + partLifeMs).toISOString();
  return { id, kind, name, bytes, offset, lastModified, state, expiresAt, upload, refusal };
}

/** Waits for work that goes on by itself; its error is noticed only when it comes in time. */
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
 * Streams bytes to the actor's part and returns the new offset. The caller holds the part's lock. A whole file is made
 * an upload in the background: an error of that is reported to the next request for the part, or at the next start.
 * Refuses with 'not-found', and like `receiveBytes`.
 */
export async function appendToPart(
  actor: Actor,
  repository: RepositoryContext,
  { id, ...arriving }: { id: string; source: Readable; offset: number },
): Promise<number> {
  const part = await requirePart('appendToPart', actor, repository, id);
  const offset = await receiveBytes(repository, part, arriving);
  if (offset === part.bytes) completeResumableUpload(repository, part.id).catch(() => undefined);
  return offset;
}

/**
 * Removes what has arrived of the actor's file, or the note of its refusal. The caller holds the part's
 * lock. Refuses with 'not-found', and with 'not-ready' while the whole file is being checked.
 */
export async function cancelResumableUpload(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const part = await requirePart('cancelResumableUpload', actor, repository, id);
  if (part.state === 'checking') throw new Refusal('not-ready');
  // First the record: a file without one is removed by the sweep.
  await deletePart(repository.db, part.id);
  await repository.parts.remove(part.id);
}
