import { and, eq, exists, inArray, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import type { Queryable } from './database';
import { documents, files, uploadParts, uploads, withdrawals } from './schema';

/**
 * Bytes that a user stores, or all users if `owner` is null: original files and documents, each object once, and the
 * whole size of files that are still arriving. Deleted uploads, replaced files and removed data do not count.
 */
export async function sumStoredBytes(db: Queryable, owner: string | null): Promise<number> {
  const isOwn = owner === null ? undefined : eq(uploads.owner, owner);
  const removed = db
    .select({ upload: withdrawals.upload })
    .from(withdrawals)
    .where(and(eq(withdrawals.upload, uploads.number), isNotNull(withdrawals.removedAt)));
  const originals = db
    .select({ key: files.objectKey, bytes: files.bytes })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(isOwn, isNull(uploads.deletedAt), ne(files.versionState, 'replaced'), not(exists(removed))));
  const others = db
    .select({ key: documents.objectKey, bytes: documents.bytes })
    .from(documents)
    .innerJoin(uploads, eq(uploads.number, documents.upload))
    .where(and(isOwn, isNull(uploads.deletedAt)));
  const stored = union(originals, others).as('stored');
  const [kept] = await db.select({ bytes: sql<string>`coalesce(sum(${stored.bytes}), 0)` }).from(stored);
  const [arriving] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploadParts.bytes}), 0)` })
    .from(uploadParts)
    .where(
      and(
        inArray(uploadParts.state, ['receiving', 'checking']),
        owner === null ? undefined : eq(uploadParts.owner, owner),
      ),
    );
  return Number(kept?.bytes ?? 0) + Number(arriving?.bytes ?? 0);
}
