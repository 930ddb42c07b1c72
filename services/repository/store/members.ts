import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { highestRight, type UploadRight } from '@domain/life/co-authors';

import type { Queryable, Transaction } from './database';
import { studies, studyMembers, uploads } from './schema';

/** A co-author, an invitation or an offer, open or not. */
export type MemberRecord = typeof studyMembers.$inferSelect;

/** What decides whether somebody shares an upload, now or formerly. */
export interface Membership {
  /** `sub` of the account that accepted. */
  person: string;
  right: UploadRight;
  isCurrent: boolean;
}

type Place = Pick<typeof uploads.$inferSelect, 'number' | 'study'>;

const ofPlaces = (places: readonly Place[]): SQL =>
  or(
    inArray(
      studyMembers.upload,
      places.map(({ number }) => number),
    ),
    inArray(
      studyMembers.study,
      places.map(({ study }) => study),
    ),
  )!;

/** All rows about some uploads and their studies, in the order in which they were made. */
export function listMemberRecords(db: Queryable, places: readonly Place[]): Promise<MemberRecord[]> {
  return db.select().from(studyMembers).where(ofPlaces(places)).orderBy(asc(studyMembers.id));
}

/** Who shares some uploads, or did, by the number of the upload. Whoever has not accepted is no member. */
export async function listMemberships(db: Queryable, places: readonly Place[]): Promise<Map<number, Membership[]>> {
  if (places.length === 0) return new Map();
  const rows = await db
    .select()
    .from(studyMembers)
    .where(and(ofPlaces(places), isNotNull(studyMembers.acceptedAt)))
    .orderBy(asc(studyMembers.id));
  return new Map(
    places.map(({ number, study }) => {
      const own = rows.filter((row) => row.upload === number || row.study === study);
      return [number, own.flatMap((row) => membershipOf(row) ?? [])];
    }),
  );
}

/** The same for each row of a query that joins `uploads` with others, as an expression. */
export const membershipsOfRow = sql<Membership[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object('person', m.person, 'right', m."right", 'isCurrent', m.ended_at is null) order by m.id)
  from ${studyMembers} as m
  where m.accepted_at is not null and m.person is not null
    and (m.upload = ${uploads.number} or m.study = ${uploads.study})), '[]')`;

function membershipOf({ person, right, endedAt }: MemberRecord): Membership | null {
  return person === null ? null : { person, right, isCurrent: endedAt === null };
}

/** What somebody may do with an upload; null if it is not shared with them. */
export function rightOf(
  subject: string,
  { owner, members }: { owner: string; members: readonly Membership[] },
): UploadRight | null {
  if (owner === subject) return 'own';
  return highestRight(
    members.flatMap(({ person, right, isCurrent }) => (person === subject && isCurrent ? right : [])),
  );
}

/** Condition on `uploads`: they are shared with somebody now. */
export function isSharedWith(subject: string): SQL {
  return sql`exists (
    select from ${studyMembers}
    where ${studyMembers.person} = ${subject} and ${studyMembers.acceptedAt} is not null
      and ${studyMembers.endedAt} is null
      and (${studyMembers.upload} = ${uploads.number} or ${studyMembers.study} = ${uploads.study}))`;
}

/**
 * Condition on `uploads`: they belong to somebody or are shared with them now. Each of the three is found by its own index,
 * which no condition with 'or' would do.
 */
export function isOwnOrShared(subject: string): SQL {
  const current = sql`m.person = ${subject} and m.accepted_at is not null and m.ended_at is null`;
  return sql`${uploads.number} in (
    select number from ${uploads} where owner = ${subject}
    union select m.upload from ${studyMembers} as m where ${current} and m.upload is not null
    union select u.number from ${studyMembers} as m join ${uploads} as u on u.study = m.study where ${current})`;
}

/** Everybody with whom an upload is or was shared, as SQL on aliases of `uploads` and `studies`. */
export const memberSubjects = sql`array(
  select sm.person from ${studyMembers} as sm
  where sm.accepted_at is not null and (sm.upload = u.number or sm.study = st.id))`;

export async function addMember(tx: Transaction, member: typeof studyMembers.$inferInsert): Promise<number> {
  const [row] = await tx.insert(studyMembers).values(member).returning({ id: studyMembers.id });
  return row!.id;
}

export async function changeMember(
  tx: Transaction,
  id: number,
  changed: Partial<Pick<MemberRecord, 'right' | 'person' | 'acceptedAt' | 'endedAt'>>,
): Promise<void> {
  await tx.update(studyMembers).set(changed).where(eq(studyMembers.id, id));
}

/**
 * Changes a membership with its copies among these uploads and studies, which new versions and revisions have. Returns
 * the changed rows.
 */
export function changeMemberWithCopies(
  tx: Transaction,
  { id, person, invitedBy, invitedAt }: MemberRecord,
  { numbers, studies }: { numbers: readonly number[]; studies: readonly number[] },
  changed: Partial<Pick<MemberRecord, 'right' | 'endedAt'>>,
): Promise<MemberRecord[]> {
  const isCopy = and(
    eq(studyMembers.person, person ?? ''),
    eq(studyMembers.invitedBy, invitedBy),
    eq(studyMembers.invitedAt, invitedAt),
    isNull(studyMembers.endedAt),
    or(inArray(studyMembers.upload, [...numbers]), inArray(studyMembers.study, [...studies])),
  );
  return tx
    .update(studyMembers)
    .set(changed)
    .where(or(eq(studyMembers.id, id), isCopy))
    .returning();
}

export async function findMemberByLink(db: Queryable, linkHash: string): Promise<MemberRecord | null> {
  const [row] = await db.select().from(studyMembers).where(eq(studyMembers.linkHash, linkHash));
  return row ?? null;
}

export async function findMember(db: Queryable, id: number): Promise<MemberRecord | null> {
  const [row] = await db.select().from(studyMembers).where(eq(studyMembers.id, id));
  return row ?? null;
}

/** How many invitations and offers somebody has sent since a time. Copies and former owners have no link. */
export function countInvitations(db: Queryable, subject: string, since: Date): Promise<number> {
  const { invitedBy, invitedAt, linkHash } = studyMembers;
  return db.$count(studyMembers, and(eq(invitedBy, subject), gt(invitedAt, since), isNotNull(linkHash)));
}

/** Number of an upload that a row is about: its own, or the first one of its study; null if all are deleted. */
export async function findMemberUpload(db: Queryable, { upload, study }: MemberRecord): Promise<number | null> {
  if (upload !== null) return upload;
  const [row] = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(eq(uploads.study, study!), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.number))
    .limit(1);
  return row?.number ?? null;
}

/**
 * Lets those with whom a study is shared, or was, share uploads that leave it. They are rows of the uploads alone then.
 * Open invitations stay with the study.
 */
export async function keepMembersOfMoved(tx: Transaction, places: readonly Place[]): Promise<void> {
  for (const { number, study } of places) {
    await copyMembers(tx, eq(studyMembers.study, study), { upload: number, study: null });
  }
}

/** Lets those with whom an upload is shared, or was, share a copy of it in the same way, except the owner of the copy. */
export async function copyMembersTo(tx: Transaction, copied: Place, copy: Place & { owner: string }): Promise<void> {
  const isOther = ne(studyMembers.person, copy.owner);
  await copyMembers(tx, and(eq(studyMembers.study, copied.study), isOther)!, { study: copy.study, upload: null });
  await copyMembers(tx, and(eq(studyMembers.upload, copied.number), isOther)!, { study: null, upload: copy.number });
}

async function copyMembers(tx: Transaction, which: SQL, place: Pick<MemberRecord, 'study' | 'upload'>): Promise<void> {
  const rows = await tx
    .select()
    .from(studyMembers)
    .where(and(which, isNotNull(studyMembers.acceptedAt)))
    .orderBy(asc(studyMembers.id));
  if (rows.length === 0) return;
  await tx.insert(studyMembers).values(rows.map(({ id: _, ...row }) => ({ ...row, ...place, linkHash: null })));
}

/**
 * Numbers of all uploads that belong together and have the owner of this one: those of a study, versions and revisions,
 * and so on. Deleted ones are among them. A version that a co-author began after the owner had deleted their account has
 * another owner than the versions before it. Each way to belong together is followed by its own index.
 */
export async function listFamily(db: Queryable, number: number): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    with recursive family(number) as (
      select ${number}::int
      union
      select other.number
      from family
      join ${uploads} as own on own.number = family.number
      cross join lateral (
        select number from ${uploads} where study = own.study
        union all select number from ${uploads} where series = coalesce(own.series, own.number)
        union all select number from ${uploads} where revises = own.number
        union all select unnest(array[own.series, own.revises])) as other
      where other.number is not null)
    select number from family join ${uploads} as member using (number)
    where member.owner = (select owner from ${uploads} where number = ${number}) order by number`);
  return rows.map((row) => row.number);
}

/** Gives locked uploads and their locked studies to somebody. */
export async function changeOwner(tx: Transaction, numbers: number[], owner: string): Promise<void> {
  const own = tx.select({ study: uploads.study }).from(uploads).where(inArray(uploads.number, numbers));
  await tx.update(studies).set({ owner }).where(inArray(studies.id, own));
  await tx.update(uploads).set({ owner }).where(inArray(uploads.number, numbers));
}
