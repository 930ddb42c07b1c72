import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, ne, or, notInArray, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import type { AuthorMarks } from '@domain/board/closeness';
import type { ExpertProfile } from '@domain/board/profiles';
import type { PanelNumber } from '@domain/limits';
import { fieldIds } from '@domain/metadata/field-ids';
import { openStatuses } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import {
  changeRequests,
  expertProfiles,
  panelSeats,
  people,
  reviewHistory,
  reviewNotes,
  sourceColumns,
  studies,
  uploads,
  votes,
} from './schema';

/** A panel's holder with their e-mail address. */
export type Seat = typeof panelSeats.$inferSelect & { email: string };
export type ChangeRequest = typeof changeRequests.$inferSelect;

/** Who holds the panels of the given uploads, ordered by panel. */
export async function listSeats(db: Queryable, numbers: number[]): Promise<Seat[]> {
  const rows = await db
    .select({ seat: panelSeats, email: people.email })
    .from(panelSeats)
    .innerJoin(people, eq(people.subject, panelSeats.expert))
    .where(inArray(panelSeats.upload, numbers))
    .orderBy(asc(panelSeats.upload), asc(panelSeats.panel));
  return rows.map(({ seat, email }) => ({ ...seat, email }));
}

/**
 * Numbers of the submissions under review, in their order. With `isSeated`, those that nobody holds a panel of are left
 * out.
 */
export async function listReviewedNow(db: Queryable, isSeated: boolean): Promise<number[]> {
  const hasSeat = sql`exists (select from ${panelSeats} where ${panelSeats.upload} = ${uploads.number})`;
  const rows = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(inArray(uploads.status, [...openStatuses]), isNull(uploads.deletedAt), isSeated ? hasSeat : undefined))
    .orderBy(asc(uploads.number));
  return rows.map(({ number }) => number);
}

/** Gives a panel to an expert. */
export async function addSeat(tx: Transaction, seat: typeof panelSeats.$inferInsert): Promise<void> {
  await tx.insert(panelSeats).values(seat);
}

/** Changes the seat of a panel. */
export async function changeSeat(
  tx: Transaction,
  { upload, panel }: { upload: number; panel: PanelNumber },
  changed: Partial<Pick<typeof panelSeats.$inferSelect, 'acceptedAt' | 'dueAt' | 'reminders' | 'since'>>,
): Promise<void> {
  await tx
    .update(panelSeats)
    .set(changed)
    .where(and(eq(panelSeats.upload, upload), eq(panelSeats.panel, panel)));
}

/** The seat whose invitation has a link with this hash; null if it was declined or ended. */
export async function findLinkedSeat(db: Queryable, linkHash: string): Promise<Seat | null> {
  const [row] = await db
    .select({ seat: panelSeats, email: people.email })
    .from(panelSeats)
    .innerJoin(people, eq(people.subject, panelSeats.expert))
    .where(eq(panelSeats.linkHash, linkHash));
  return row ? { ...row.seat, email: row.email } : null;
}

/** Empties a panel together with its vote, or both panels. */
export async function removeSeats(tx: Transaction, upload: number, panel?: PanelNumber): Promise<void> {
  const ofPanel = (column: typeof panelSeats.panel | typeof votes.panel) =>
    panel === undefined ? undefined : eq(column, panel);
  await tx.delete(votes).where(and(eq(votes.upload, upload), ofPanel(votes.panel)));
  await tx.delete(panelSeats).where(and(eq(panelSeats.upload, upload), ofPanel(panelSeats.panel)));
}

/** Deletes the votes of a submission that goes into its next round. Its experts keep their panels. */
export async function removeVotes(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(votes).where(eq(votes.upload, upload));
}

/** Number of panels that each expert got since a time, by subject, voted or not, except those of some uploads. */
export async function countSeats(
  db: Queryable,
  since: Date,
  without: readonly number[] = [],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ expert: panelSeats.expert, seats: count() })
    .from(panelSeats)
    .where(and(gte(panelSeats.since, since), notInArray(panelSeats.upload, [...without])))
    .groupBy(panelSeats.expert);
  return new Map(rows.map(({ expert, seats }) => [expert, seats]));
}

/** What members of the board say about themselves, by subject. */
export async function listProfiles(db: Queryable): Promise<Map<string, typeof expertProfiles.$inferSelect>> {
  const rows = await db.select().from(expertProfiles);
  return new Map(rows.map((profile) => [profile.expert, profile]));
}

/** What a member of the board says about themselves; undefined if nothing. */
export async function findProfile(
  db: Queryable,
  expert: string,
): Promise<typeof expertProfiles.$inferSelect | undefined> {
  const [profile] = await db.select().from(expertProfiles).where(eq(expertProfiles.expert, expert));
  return profile;
}

/** Stores what a member of the board says about themselves. */
export async function saveProfile(tx: Queryable, expert: string, profile: ExpertProfile): Promise<void> {
  await tx
    .insert(expertProfiles)
    .values({ expert, ...profile })
    .onConflictDoUpdate({ target: expertProfiles.expert, set: profile });
}

/** Maximum number of data sets of the authors of a submission. Own estimate: far more than a group publishes. */
const maxDataSetsOfAuthors = 1000;

/** Published data sets of a contributor, or with one of these authors, the newest first, without the upload itself. */
export function listDataSetsOfAuthors(
  db: Queryable,
  { upload, owner, orcids, names }: AuthorMarks & { upload: number; owner: string },
) {
  const contains = (id: number, value: string) =>
    sql`${studies.metadata} @> ${JSON.stringify([{ id, values: [value] }])}::jsonb`;
  const marks = [
    ...orcids.map((orcid) => contains(fieldIds.orcid, orcid)),
    ...names.map((name) => contains(fieldIds.author, name)),
  ];
  // As one condition with 'or', it would use neither the index of owners nor the one of metadata.
  const found = union(
    db.select({ study: uploads.study }).from(uploads).where(eq(uploads.owner, owner)),
    db
      .select({ study: studies.id })
      .from(studies)
      .where(or(...marks, sql`false`)),
  );
  return db
    .select({ nr: sql<number>`${uploads.nr}`, owner: uploads.owner, title: studies.title, metadata: studies.metadata })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(
      and(
        eq(uploads.status, 'Accepted'),
        isNotNull(uploads.nr),
        ne(uploads.number, upload),
        inArray(uploads.study, found),
        or(eq(uploads.owner, owner), ...marks),
      ),
    )
    .orderBy(desc(uploads.nr))
    .limit(maxDataSetsOfAuthors);
}

/** Keys of the targets to which columns of these tables are mapped. */
export async function listTargetKeys(db: Queryable, tables: number[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ key: sourceColumns.targetKey })
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, tables));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Stores how often both experts have disagreed. */
export async function setTie(
  tx: Transaction,
  upload: number,
  tie: { tieRounds: number; tiedAt: Date | null },
): Promise<void> {
  await tx.update(uploads).set(tie).where(eq(uploads.number, upload));
}

/** Adds an act to the history, in the transaction that does it. */
export async function recordAct(tx: Transaction, entry: typeof reviewHistory.$inferInsert): Promise<void> {
  await tx.insert(reviewHistory).values(entry);
}

/** The history of an upload in order, with the e-mail addresses of those who acted and of those it is about. */
export async function listActs(db: Queryable, upload: number) {
  const email = (subject: typeof reviewHistory.actor | typeof reviewHistory.expert) =>
    sql<string | null>`(select ${people.email} from ${people} where ${people.subject} = ${subject})`;
  return db
    .select({ entry: reviewHistory, actorEmail: email(reviewHistory.actor), expertEmail: email(reviewHistory.expert) })
    .from(reviewHistory)
    .where(eq(reviewHistory.upload, upload))
    .orderBy(asc(reviewHistory.id));
}

/** Experts who declined or handed over a panel of this upload, or lost it. They are not invited automatically again. */
export async function listFormerExperts(db: Queryable, upload: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ expert: reviewHistory.expert })
    .from(reviewHistory)
    .where(and(eq(reviewHistory.upload, upload), inArray(reviewHistory.act, ['declined', 'handed-over'])));
  return rows.flatMap(({ expert }) => expert ?? []);
}

/** Requests for changes of an upload, oldest first. */
export function listChangeRequests(db: Queryable, upload: number): Promise<ChangeRequest[]> {
  return db.select().from(changeRequests).where(eq(changeRequests.upload, upload)).orderBy(asc(changeRequests.id));
}

/** Since when the requested changes of the given uploads are awaited, by upload. */
export async function listAwaitedChanges(db: Queryable, numbers: number[]): Promise<Map<number, Date>> {
  const { upload, requestedAt, closedAt } = changeRequests;
  const rows = await db
    .select({ upload, requestedAt })
    .from(changeRequests)
    .where(and(inArray(upload, numbers), isNull(closedAt)));
  return new Map(rows.map((row) => [row.upload, row.requestedAt]));
}

/** Stores a request for changes. */
export async function addChangeRequest(tx: Transaction, request: typeof changeRequests.$inferInsert): Promise<void> {
  await tx.insert(changeRequests).values(request);
}

/** Changes a request for changes. */
export async function changeRequest(
  tx: Transaction,
  id: number,
  changed: Partial<Pick<ChangeRequest, 'answers' | 'closedAt' | 'reminders'>>,
): Promise<void> {
  await tx.update(changeRequests).set(changed).where(eq(changeRequests.id, id));
}

/** Closes the open request for changes of an upload, if there is one. */
export async function closeChangeRequest(tx: Transaction, upload: number, closedAt: Date): Promise<void> {
  await tx
    .update(changeRequests)
    .set({ closedAt })
    .where(and(eq(changeRequests.upload, upload), isNull(changeRequests.closedAt)));
}

/** Holders of panels of an upload who have an e-mail address. */
export async function listHolders(db: Queryable, upload: number) {
  const rows = await db
    .select({ person: people })
    .from(panelSeats)
    .innerJoin(people, eq(people.subject, panelSeats.expert))
    .where(and(eq(panelSeats.upload, upload), ne(people.email, '')))
    .orderBy(asc(panelSeats.panel));
  return rows.map(({ person }) => person);
}

export type NoteRecord = typeof reviewNotes.$inferSelect;

/** Notes about an upload, oldest first. */
export function listNotes(db: Queryable, upload: number): Promise<NoteRecord[]> {
  return db.select().from(reviewNotes).where(eq(reviewNotes.upload, upload)).orderBy(asc(reviewNotes.id));
}

/** Number of notes that somebody has written about an upload. */
export function countNotes(db: Queryable, { upload, author }: { upload: number; author: string }): Promise<number> {
  return db.$count(reviewNotes, and(eq(reviewNotes.upload, upload), eq(reviewNotes.author, author)));
}

/** Those of the experts who voted on the given uploads at any time, whatever became of their votes. */
export async function listVoters(db: Queryable, numbers: number[]): Promise<{ upload: number; expert: string }[]> {
  const rows = await db
    .selectDistinct({ upload: reviewHistory.upload, expert: reviewHistory.actor })
    .from(reviewHistory)
    .where(and(inArray(reviewHistory.upload, numbers), eq(reviewHistory.act, 'voted')));
  return rows.flatMap(({ upload, expert }) => (expert === null ? [] : [{ upload, expert }]));
}

/** Stores a note. */
export async function addNote(tx: Transaction, note: typeof reviewNotes.$inferInsert): Promise<void> {
  await tx.insert(reviewNotes).values(note);
}
