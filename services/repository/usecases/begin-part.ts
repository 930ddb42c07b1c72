import { randomUUID } from 'node:crypto';

import { Refusal } from '@domain/error-codes';
import { maxUnfinishedInFiles, maxUnfinishedParts } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import { insertPart, listUnfinished, lockBeginning } from '../store/parts';
import { cleanName, refuseTooSmall, refuseWrongType, tooLarge } from './accepted-file';
import type { Actor, RepositoryContext } from './context';

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
export async function beginPart(
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
