import { and, eq, exists, inArray, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import { formerPrefix } from '@domain/former-person';

import type { Queryable } from './database';
import { documents, files, uploadParts, uploads, withdrawals } from './schema';

/**
 * Bytes that a user stores, or all users if `owner` is null: original files and documents, each object once, and the
 * whole size of files that are still arriving. Deleted uploads, replaced files, removed data and originals
 * of people whose accounts are deleted do not count.
 */
export async function sumStoredBytes(db: Queryable, owner: string | null): Promise<number> {
  const isOwn = owner === null ? undefined : eq(uploads.owner, owner);
  const removed = db
    .select({ upload: withdrawals.upload })
    .from(withdrawals)
    .where(and(eq(withdrawals.upload, uploads.number), isNotNull(withdrawals.removedAt)));
  const isStored = and(ne(files.versionState, 'replaced'), ne(files.objectKey, ''));
  const originals = db
    .select({ key: files.objectKey, bytes: files.bytes })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(isOwn, isNull(uploads.deletedAt), isStored, not(exists(removed))));
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

/**
 * Bytes that each user stores, as `sumStoredBytes` counts them, largest first, without those who store nothing. People
 * whose accounts are deleted are one row together, with `formerPrefix` as subject.
 */
export async function sumStoredByOwner(db: Queryable): Promise<{ subject: string; bytes: number }[]> {
  const { rows } = await db.execute<{ subject: string; bytes: string }>(sql`
    select case when starts_with(owner, ${formerPrefix}) then ${formerPrefix} else owner end as subject,
      sum(bytes) as bytes from (
      select owner, key, bytes from (
        select u.owner, f.object_key as key, f.bytes from repository.files f
        join repository.uploads u on u.number = f.upload
        where u.deleted_at is null and f.version_state <> 'replaced' and f.object_key <> '' and not exists (
          select from repository.withdrawals w where w.upload = u.number and w.removed_at is not null)
        union select u.owner, d.object_key, d.bytes from repository.documents d
        join repository.uploads u on u.number = d.upload where u.deleted_at is null) stored
      union all select owner, id::text, bytes from repository.upload_parts where state in ('receiving', 'checking')) kept
    group by 1 having sum(bytes) > 0
    order by sum(bytes) desc, 1`);
  return rows.map(({ subject, bytes }) => ({ subject, bytes: Number(bytes) }));
}
