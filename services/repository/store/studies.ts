import { isDeepStrictEqual } from 'node:util';

import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import { namingEntries, namingMarks } from '@domain/review-standing';
import { editableStatuses } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import { isSharedWith, keepMembersOfMoved } from './members';
import { studies, uploads, withdrawals } from './schema';
import { isUnread, namesOf } from './schema/uploads';

export type Study = typeof studies.$inferSelect;
export type UploadRow = typeof uploads.$inferSelect;

/** Keeps whom the metadata of a study names now: they stay parties, even if they are taken out. */
export async function keepNamed(tx: Transaction, { id, metadata, formerlyNamed }: Study): Promise<void> {
  const added = namingEntries(metadata);
  if (formerlyNamed.some((entries) => isDeepStrictEqual(entries, added))) return;
  await changeStudy(tx, id, { formerlyNamed: [...formerlyNamed, added] });
}

/** Studies whose names are read at once. */
const namesAtOnce = 500;

/**
 * Makes the marks anew of those among these locked studies whose names have changed, for looking up who is named. Follows every change
 * of metadata in its transaction.
 */
export async function readNames(tx: Transaction, ids: readonly number[]): Promise<void> {
  const changed = await tx
    .select(naming)
    .from(studies)
    .where(and(inArray(studies.id, [...ids]), isUnread));
  for (const study of changed) await markNames(tx, study);
}

/** What tells whom a study names. */
const naming = { id: studies.id, metadata: studies.metadata, formerlyNamed: studies.formerlyNamed };

async function markNames(
  tx: Transaction,
  { id, metadata, formerlyNamed }: Pick<Study, keyof typeof naming>,
): Promise<void> {
  const namedMarks = namingMarks({ metadata, formerly: formerlyNamed });
  const namedMarksOf = namesOf(studies.metadata, studies.formerlyNamed);
  await tx.update(studies).set({ namedMarks, namedMarksOf }).where(eq(studies.id, id));
}

/** Changes a study and the marks of those whom it names. */
async function changeStudy(tx: Transaction, study: number, changed: Partial<Study>): Promise<void> {
  const [row] = await tx
    .update(studies)
    .set(changed)
    .where(eq(studies.id, study))
    .returning({ ...naming, isUnread: sql<boolean>`${isUnread}` });
  if (row?.isUnread) await markNames(tx, row);
}

/** Locks the next studies after an id whose names were not read since they changed, as by a former release. */
export async function lockUnread(tx: Transaction, after: number): Promise<number[]> {
  const rows = await tx
    .select({ id: studies.id })
    .from(studies)
    .where(and(isUnread, gt(studies.id, after)))
    .orderBy(asc(studies.id))
    .limit(namesAtOnce)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Title key of the study of the first of the given uploads; null if it has no title. */
export async function findTitleKey(db: Queryable, numbers: number[]): Promise<string | null> {
  const [row] = await db
    .select({ titleKey: studies.titleKey })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(inArray(uploads.number, numbers))
    .orderBy(asc(uploads.number))
    .limit(1);
  return row?.titleKey ?? null;
}

/** Whether a study whose title counts has this title key, other than these studies and those of other versions. */
export async function isTitleTaken(db: Queryable, titleKey: string, except: number[]): Promise<boolean> {
  const rows = await db
    .select({ id: studies.id })
    .from(studies)
    .where(and(eq(studies.titleKey, titleKey), studies.titleCounts, notInArray(studies.id, except)));
  if (rows.length === 0) return false;
  const related = await listVersionStudies(db, except);
  return rows.some(({ id }) => !related.has(id));
}

/**
 * These studies and those of other versions of their data sets, and so on: raw and aggregated data of one study may be
 * continued one after the other, each in a study of its own.
 */
export async function listVersionStudies(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ study: number }>(sql`
    with recursive known(study) as (
      select unnest(${sql.param([...ids])}::int[])
      union
      select version.study
      from known
      join ${uploads} as own on own.study = known.study and own.deleted_at is null
      join ${uploads} as version on version.deleted_at is null
        and (version.number = coalesce(own.series, own.number) or version.series = coalesce(own.series, own.number)))
    select study from known`);
  return new Set(rows.map(({ study }) => study));
}

/** Numbers of all uploads in the studies of the given uploads. */
export async function listStudySiblings(db: Queryable, numbers: number[]): Promise<number[]> {
  const rows = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(inArray(uploads.study, studiesOf(db, numbers)));
  return rows.map(({ number }) => number);
}

function studiesOf(db: Queryable, numbers: number[]) {
  return db.select({ study: uploads.study }).from(uploads).where(inArray(uploads.number, numbers));
}

/** Uploads of a study that are not deleted. */
export function listStudyUploads(db: Queryable, study: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.study, study), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.number));
}

/**
 * Condition on `uploads`: those of the owner's other uploads, as far as `subject` shares them, that are in the same study or
 * can be edited. The newest of them, those in the study first.
 */
export function isStudyCandidate(
  db: Queryable,
  subject: string,
  { number, study, owner }: Pick<UploadRow, 'number' | 'study' | 'owner'>,
  limit: number,
): SQL {
  const shares = eq(uploads.study, study);
  const candidates = db
    .select({ number: uploads.number })
    .from(uploads)
    .where(
      and(
        eq(uploads.owner, owner),
        ...(owner === subject ? [] : [isSharedWith(subject)]),
        ne(uploads.number, number),
        isNull(uploads.deletedAt),
        or(shares, inArray(uploads.status, editableStatuses)),
      ),
    )
    .orderBy(desc(shares), desc(uploads.number))
    .limit(limit);
  return inArray(uploads.number, candidates);
}

/** Returns those of the given studies that have saved metadata but no uploads. */
export async function listLeftStudies(tx: Transaction, ids: number[]): Promise<Study[]> {
  if (ids.length === 0) return [];
  const members = tx.select({ number: uploads.number }).from(uploads).where(eq(uploads.study, studies.id));
  return tx
    .select()
    .from(studies)
    .where(and(inArray(studies.id, ids), isNotNull(studies.savedAt), notExists(members)));
}

/** Metadata of all uploads in the studies of the given uploads, by upload number. */
export async function listMetadata(db: Queryable, numbers: number[]): Promise<Map<number, MetadataEntry[]>> {
  const rows = await db
    .select({ number: uploads.number, metadata: studies.metadata })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(inArray(uploads.study, studiesOf(db, numbers)));
  return new Map(rows.map(({ number, metadata }) => [number, metadata]));
}

/** Adds a study without metadata and returns its id. A copy of a study keeps whom its submissions named. */
export async function createStudy(
  tx: Transaction,
  owner: string,
  formerlyNamed: Study['formerlyNamed'] = [],
): Promise<number> {
  const [row] = await tx.insert(studies).values({ owner, formerlyNamed }).returning({ id: studies.id });
  if (!row) throw new Error('The study was not created.');
  await readNames(tx, [row.id]);
  return row.id;
}

/**
 * Moves uploads to a study. Whom their submissions named before stays a party to them, and with whom they were shared as
 * parts of their studies still shares them.
 */
export async function moveUploads(tx: Transaction, numbers: number[], study: number): Promise<void> {
  const left = studiesOf(tx, numbers);
  const moved = await tx
    .select({ number: uploads.number, study: uploads.study })
    .from(uploads)
    .where(and(inArray(uploads.number, numbers), ne(uploads.study, study)));
  await keepMembersOfMoved(tx, moved);
  const former = await tx
    .select({ formerlyNamed: studies.formerlyNamed })
    .from(studies)
    .where(and(inArray(studies.id, left), ne(studies.id, study)));
  const named = former.flatMap(({ formerlyNamed }) => formerlyNamed);
  await tx.update(uploads).set({ study }).where(inArray(uploads.number, numbers));
  if (named.length === 0) return;
  await tx
    .update(studies)
    .set({ formerlyNamed: sql`${studies.formerlyNamed} || ${JSON.stringify(named)}::jsonb` })
    .where(eq(studies.id, study));
  await readNames(tx, [study]);
}

/** Releases the title of a study if all its uploads are deleted, rejected, or withdrawn without their data. */
export async function releaseTitle(tx: Transaction, study: number): Promise<void> {
  const counting = await tx
    .select({ number: uploads.number })
    .from(uploads)
    .leftJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(
      and(
        eq(uploads.study, study),
        isNull(uploads.deletedAt),
        ne(uploads.status, 'Rejected'),
        isNull(withdrawals.removedAt),
      ),
    )
    .limit(1);
  if (counting.length === 0) await tx.update(studies).set({ titleCounts: false }).where(eq(studies.id, study));
}

/** Lets the title of a study count again. */
export async function claimTitle(tx: Transaction, study: number): Promise<void> {
  await tx.update(studies).set({ titleCounts: true }).where(eq(studies.id, study));
}

/** Saves the metadata of a study. Its title then counts. */
export async function saveStudyMetadata(
  tx: Transaction,
  study: number,
  saved: { title: string; titleKey: string; metadata: MetadataEntry[]; savedAt: Date; savedBy: string | null },
): Promise<void> {
  await changeStudy(tx, study, { ...saved, titleCounts: true });
}

/** Stores metadata entries of a study without counting them as saved metadata. */
export async function saveEntries(tx: Transaction, study: number, metadata: MetadataEntry[]): Promise<void> {
  await changeStudy(tx, study, { metadata });
}

export async function findUpload(db: Queryable, number: number): Promise<UploadRow | null> {
  const [row] = await db.select().from(uploads).where(eq(uploads.number, number));
  return row ?? null;
}

/** Study of an upload; null if there is none. */
export async function findStudyOf(db: Queryable, number: number): Promise<Study | null> {
  const [row] = await db
    .select()
    .from(studies)
    .where(inArray(studies.id, studiesOf(db, [number])));
  return row ?? null;
}
