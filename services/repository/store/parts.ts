import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm';

import type { PartState } from '@domain/api/parts';

import type { Queryable, Transaction } from './database';
import { uploadParts, type KeptRefusal } from './schema';

/** Stored resumable upload. */
export type StoredResumableUpload = typeof uploadParts.$inferSelect;

/** Incomplete resumable uploads of a user, with their final sizes. */
export function listUnfinished(db: Queryable, owner: string): Promise<{ id: string; bytes: number }[]> {
  return db
    .select({ id: uploadParts.id, bytes: uploadParts.bytes })
    .from(uploadParts)
    .where(and(eq(uploadParts.owner, owner), eq(uploadParts.state, 'receiving')));
}

export async function insertPart(
  tx: Transaction,
  part: Pick<StoredResumableUpload, 'id' | 'owner' | 'kind' | 'name' | 'bytes' | 'lastModified'>,
  now: Date,
): Promise<void> {
  await tx.insert(uploadParts).values({ ...part, state: 'receiving', touchedAt: now });
}

export async function findPart(db: Queryable, id: string): Promise<StoredResumableUpload | null> {
  const [row] = await db.select().from(uploadParts).where(eq(uploadParts.id, id));
  return row ?? null;
}

/** Resumable uploads of a user that are incomplete or were refused, oldest first. */
export function listOpenParts(db: Queryable, owner: string): Promise<StoredResumableUpload[]> {
  return db
    .select()
    .from(uploadParts)
    .where(and(eq(uploadParts.owner, owner), ne(uploadParts.state, 'taken')))
    .orderBy(asc(uploadParts.touchedAt), asc(uploadParts.id));
}

/** Postpones the expiry of a part. */
export async function touchPart(db: Queryable, id: string, now: Date): Promise<void> {
  await db.update(uploadParts).set({ touchedAt: now }).where(eq(uploadParts.id, id));
}

/** Changes the state of a part. Returns false if it is not in the expected state. */
export async function movePart(
  db: Queryable,
  id: string,
  { from, to, now }: { from: PartState; to: PartState; now: Date },
  outcome: { upload?: number; refusal?: KeptRefusal } = {},
): Promise<boolean> {
  const moved = await db
    .update(uploadParts)
    .set({ state: to, touchedAt: now, ...outcome })
    .where(and(eq(uploadParts.id, id), eq(uploadParts.state, from)))
    .returning({ id: uploadParts.id });
  return moved.length > 0;
}

/** Stores the upload that was made from a part. */
export async function setPartUpload(tx: Transaction, id: string, upload: number): Promise<void> {
  await tx.update(uploadParts).set({ upload }).where(eq(uploadParts.id, id));
}

export async function deletePart(db: Queryable, id: string): Promise<void> {
  await db.delete(uploadParts).where(eq(uploadParts.id, id));
}

/** Ids of parts that have not been touched since a time, except those that are being checked. */
export async function listIdleParts(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: uploadParts.id })
    .from(uploadParts)
    .where(and(lt(uploadParts.touchedAt, before), ne(uploadParts.state, 'checking')));
  return rows.map(({ id }) => id);
}

/** State and size of the parts among the given ids. */
export function listPartsById(db: Queryable, ids: string[]) {
  return db
    .select({ id: uploadParts.id, state: uploadParts.state, bytes: uploadParts.bytes })
    .from(uploadParts)
    .where(inArray(uploadParts.id, ids));
}

/** Ids of parts that are neither an upload nor refused yet, all or those among `ids`. */
export async function listUndecidedParts(db: Queryable, ids?: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: uploadParts.id })
    .from(uploadParts)
    .where(and(inArray(uploadParts.state, ['receiving', 'checking']), ids && inArray(uploadParts.id, ids)));
  return rows.map(({ id }) => id);
}
