import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';

import type { Database, Queryable } from './database';
import { touchPart } from './parts';
import { partPieces, partPlaces, uploadParts } from './schema';

/** Where the bytes of a part are in the bucket. */
export interface PlacedPart extends Pick<
  typeof partPlaces.$inferSelect,
  'storeId' | 'lastNumber' | 'tailKey' | 'tailBytes'
> {
  /** Null if no request has sent bytes. */
  writer: string | null;
  /** Bytes of pieces and tail. */
  bytes: number;
}

const nowhere: PlacedPart = { storeId: null, lastNumber: 0, tailKey: null, tailBytes: 0, writer: null, bytes: 0 };

/** Where the bytes of a part are; nowhere if none have come. */
export async function findPlace(db: Queryable, part: string): Promise<PlacedPart> {
  return (await findPlaces(db, [part])).get(part) ?? nowhere;
}

/** Where the bytes of these parts are, by part, without those of which none have come. */
export async function findPlaces(db: Queryable, parts: string[]): Promise<Map<string, PlacedPart>> {
  const rows = await db
    .select({ place: partPlaces, pieces: sql<string>`coalesce(sum(${partPieces.bytes}), 0)` })
    .from(partPlaces)
    .leftJoin(partPieces, eq(partPieces.part, partPlaces.part))
    .where(inArray(partPlaces.part, parts))
    .groupBy(partPlaces.part);
  return new Map(rows.map(({ place, pieces }) => [place.part, { ...place, bytes: Number(pieces) + place.tailBytes }]));
}

/** Pieces of a part in their order. */
export function listPieces(db: Queryable, part: string): Promise<{ number: number; etag: string }[]> {
  return db
    .select({ number: partPieces.number, etag: partPieces.etag })
    .from(partPieces)
    .where(eq(partPieces.part, part))
    .orderBy(asc(partPieces.number));
}

/**
 * Makes `writer` the only one that may add bytes to a part, and returns where its bytes are. Changes nothing if there are
 * more or less than `offset`. Null if there is no such part any more.
 */
export function takePartOver(db: Database, { part, writer }: Writing, offset: number): Promise<PlacedPart | null> {
  return db.transaction(async (tx) => {
    const known = await tx
      .select({ id: uploadParts.id })
      .from(uploadParts)
      .where(eq(uploadParts.id, part))
      .for('update');
    if (known.length === 0) return null;
    const place = await findPlace(tx, part);
    if (place.bytes !== offset) return place;
    const target = { target: partPlaces.part, set: { writer } };
    await tx.insert(partPlaces).values({ part, writer }).onConflictDoUpdate(target);
    return place;
  });
}

/** A part and the request that writes it. The functions below return false if another request has taken the part over. */
export interface Writing {
  part: string;
  writer: string;
}

const ownedBy = ({ part, writer }: Writing) => and(eq(partPlaces.part, part), eq(partPlaces.writer, writer));

async function changePlace(
  db: Queryable,
  writing: Writing,
  changes: Partial<typeof partPlaces.$inferInsert>,
): Promise<boolean> {
  const changed = await db.update(partPlaces).set(changes).where(ownedBy(writing)).returning({ part: partPlaces.part });
  return changed.length > 0;
}

/** Stores the id that the bucket has given to the part. */
export function setStoreId(db: Queryable, writing: Writing, storeId: string): Promise<boolean> {
  return changePlace(db, writing, { storeId });
}

/** Stores where the bytes after the last piece are. */
export function setTail(
  db: Queryable,
  writing: Writing,
  tail: Pick<PlacedPart, 'tailKey' | 'tailBytes'>,
): Promise<boolean> {
  return changePlace(db, writing, tail);
}

/** A number for the next piece; null if another request has taken the part over. */
export async function reserveNumber(db: Queryable, writing: Writing): Promise<number | null> {
  const [row] = await db
    .update(partPlaces)
    .set({ lastNumber: sql`${partPlaces.lastNumber} + 1` })
    .where(ownedBy(writing))
    .returning({ number: partPlaces.lastNumber });
  return row?.number ?? null;
}

/** Adds a piece that the bucket has, which begins with the bytes of the tail, and postpones the expiry of the part. */
export function addPiece(
  db: Database,
  writing: Writing,
  piece: { number: number; bytes: number; etag: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // First, because everybody locks the row of the part before that of its place.
    await touchPart(tx, writing.part, now);
    const isOurs = await setTail(tx, writing, { tailKey: null, tailBytes: 0 });
    if (isOurs) await tx.insert(partPieces).values({ part: writing.part, ...piece });
    return isOurs;
  });
}

/** Forgets the pieces above a number, and that the tail has changed. */
export function restorePlace(db: Database, writing: Writing, place: PlacedPart): Promise<boolean> {
  const { tailKey, tailBytes, lastNumber } = place;
  return db.transaction(async (tx) => {
    const isOurs = await setTail(tx, writing, { tailKey, tailBytes });
    const added = and(eq(partPieces.part, writing.part), gt(partPieces.number, lastNumber));
    if (isOurs) await tx.delete(partPieces).where(added);
    return isOurs;
  });
}

/** Forgets where the bytes of a part were, so that it begins again. */
export async function losePlace(db: Queryable, writing: Writing): Promise<boolean> {
  const lost = await db.delete(partPlaces).where(ownedBy(writing)).returning({ part: partPlaces.part });
  return lost.length > 0;
}

/** Forgets where the bytes of a part were that nobody sends any more. */
export async function forgetPlace(db: Queryable, part: string): Promise<void> {
  await db.delete(partPlaces).where(eq(partPlaces.part, part));
}

/** Parts of which bytes are in the bucket. */
export async function listPlacedParts(db: Queryable): Promise<string[]> {
  const rows = await db.select({ part: partPlaces.part }).from(partPlaces);
  return rows.map(({ part }) => part);
}

/** Those of `keys` in which the bucket has bytes of parts that are no object yet. */
export async function listTailsAmong(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: partPlaces.tailKey })
    .from(partPlaces)
    .where(and(isNotNull(partPlaces.tailKey), inArray(partPlaces.tailKey, keys)));
  return rows.flatMap(({ key }) => key ?? []);
}
