import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';

import { formerPrefix } from '@domain/former-person';
import { comparedEmail, oneLine } from '@domain/text';
import { openStatuses } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import type { Person } from './people';
import {
  accessTokens,
  askedExperts,
  downloadItems,
  downloadSessions,
  expertProfiles,
  panelOpenings,
  panelSeats,
  people,
  savedSearches,
  searchMailings,
  studyMembers,
  templates,
  uploadParts,
  uploads,
  versionFollowers,
  waitingMails,
} from './schema';

/**
 * Takes name, address and roles from a person whose account is deleted, so that they get no mail and nobody sees them any
 * more, and stores who stands in their place. What they were known as stays until the end, to be found in other rows.
 * Does nothing if they are not stored.
 */
export async function hidePerson(
  tx: Pick<Queryable, 'insert' | 'update'>,
  { subject, former }: { subject: string; former: string },
  now: Date,
): Promise<void> {
  const hidden = { name: '', email: '', orcid: '', roles: [] };
  const found = await tx.update(people).set(hidden).where(eq(people.subject, subject)).returning();
  if (found.length === 0) return;
  await tx
    .insert(people)
    .values({ ...hidden, subject: former, seenAt: now })
    .onConflictDoNothing();
}

/** Uploads of somebody, deleted ones among them, by number. */
export function listUploadsOf(db: Queryable, owner: string) {
  return db
    .select({ number: uploads.number, nr: uploads.nr })
    .from(uploads)
    .where(eq(uploads.owner, owner))
    .orderBy(uploads.number);
}

/** Panels that somebody holds of submissions that are not decided. */
export function listOpenSeatsOf(db: Queryable, expert: string) {
  return db
    .select({ upload: panelSeats.upload, panel: panelSeats.panel })
    .from(panelSeats)
    .innerJoin(uploads, eq(uploads.number, panelSeats.upload))
    .where(and(eq(panelSeats.expert, expert), inArray(uploads.status, [...openStatuses]), isNull(uploads.deletedAt)))
    .orderBy(panelSeats.upload);
}

/** Ids of the resumable uploads of somebody. */
export async function listPartsOf(db: Queryable, owner: string): Promise<string[]> {
  const rows = await db.select({ id: uploadParts.id }).from(uploadParts).where(eq(uploadParts.owner, owner));
  return rows.map(({ id }) => id);
}

/** Locks a person, so that nothing that refers to them is added until the transaction ends; null if there is none. */
export async function lockPerson(tx: Transaction, subject: string): Promise<Person | null> {
  const [person] = await tx.select().from(people).where(eq(people.subject, subject)).for('update');
  return person ?? null;
}

/**
 * Deletes what belongs to a locked person alone: tokens, templates, searches, subscriptions, mails that wait, what they
 * say about themselves, invitations to their address, and downloads. The answers of a licence form stay for the
 * contributor of the data, without the person.
 */
export async function deleteOwnRows(tx: Transaction, { subject, knownAs }: Person): Promise<void> {
  await tx.delete(accessTokens).where(eq(accessTokens.owner, subject));
  await tx.delete(templates).where(eq(templates.owner, subject));
  await tx.delete(savedSearches).where(eq(savedSearches.owner, subject));
  await tx.delete(searchMailings).where(eq(searchMailings.owner, subject));
  await tx.delete(versionFollowers).where(eq(versionFollowers.owner, subject));
  await tx.delete(expertProfiles).where(eq(expertProfiles.expert, subject));
  await tx.delete(waitingMails).where(eq(waitingMails.recipient, subject));
  await tx.delete(askedExperts).where(eq(askedExperts.expert, subject));
  await tx.delete(panelOpenings).where(eq(panelOpenings.expert, subject));
  const addresses = knownAs.map(comparedEmail);
  const isTheirs = or(eq(studyMembers.person, subject), inArray(sql`lower(${studyMembers.email})`, addresses));
  await tx.delete(studyMembers).where(isTheirs);
  const unanswered = and(eq(downloadSessions.subject, subject), isNull(downloadSessions.purpose));
  const gone = tx.select({ id: downloadSessions.id }).from(downloadSessions).where(unanswered);
  await tx.delete(downloadItems).where(inArray(downloadItems.session, gone));
  await tx.delete(downloadSessions).where(unanswered);
}

/**
 * Deletes jobs about a locked person: mails to them, and those about their searches. One that is running ends with its
 * attempt.
 */
export async function deleteJobsAbout(tx: Transaction, { subject, knownAs }: Pick<Person, 'subject' | 'knownAs'>) {
  const addresses = sql.param(knownAs.map(comparedEmail));
  const isAbout = sql`(data->>'owner' = ${subject} or lower(data->>'to') = any(${addresses}::text[]))`;
  for (const jobs of bothTables) await tx.execute(sql`delete from ${jobs} where ${isAbout}`);
}

/** Deletes mails to others that have not been sent and name a person. Those to them stay, as the last one must. */
export async function deleteMailsNaming(db: Queryable, { knownAs }: Pick<Person, 'knownAs'>): Promise<void> {
  const patterns = sql.param(knownAs.map(oneLine).filter(isDistinctive).map(wholePattern));
  const addresses = sql.param(knownAs.map(comparedEmail));
  const names = (text: SQL) => sql`${text} ~* any(${patterns}::text[])`;
  for (const jobs of bothTables) {
    await db.execute(sql`
      delete from ${jobs} where name = 'send-mail' and lower(data->>'to') <> all(${addresses}::text[])
        and ${names(sql`data->>'text'`)}`);
  }
  await db.delete(waitingMails).where(names(sql`${waitingMails.text}`));
}

/** Where jobs are, those that have ended long ago in the second one. */
const bothTables = [sql`pgboss.job`, sql`pgboss.archive`];

/** A name of one word may be a word of any mail. Mails that name their contributor tell the address as well. */
const isDistinctive = (mark: string) => /[@ ]/.test(mark);

/** Regular expression of PostgreSQL that finds a name or an address, but not as a part of another one. */
function wholePattern(mark: string): string {
  return `(?<![[:alnum:]._+-])${mark.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![[:alnum:]_-])`;
}

/** Lets this transaction change who did what in the history of reviews, which the database refuses otherwise. */
export async function openHistory(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('repository.forgets_person', 'on', true)`);
}

/** Takes the names of a person out of the acts of others, which tell whom they were about. */
export async function takeNamesFromHistory(tx: Transaction, { knownAs }: Pick<Person, 'knownAs'>): Promise<void> {
  const names = sql.param(knownAs);
  for (const member of ['person', 'from']) {
    await tx.execute(sql`
      update repository.review_history set content = content || jsonb_build_object(${member}::text, '')
      where content->>${member} = any(${names}::text[])`);
  }
}

/**
 * Puts `former` in the place of a person in every column that refers to people, also in those of tables that are added
 * later. Only what stays may be left.
 */
export async function replacePerson(
  tx: Transaction,
  { subject, former }: { subject: string; former: string },
): Promise<void> {
  for (const { table, column } of await listPersonColumns(tx)) {
    const place = sql.raw(column);
    await tx.execute(sql`update ${sql.raw(table)} set ${place} = ${former} where ${place} = ${subject}`);
  }
}

/**
 * Every column that refers to people. `unique` lists the other columns of each unique index that has it: a row of another
 * person with the same values in them is in the way of a replacement. Indexes of expressions or of some rows are left out,
 * because the same values in their columns need not be in the way.
 */
export async function listPersonColumns(
  tx: Transaction,
): Promise<{ table: string; column: string; unique: string[][] }[]> {
  const { rows } = await tx.execute<{ table: string; column: string; unique: string[][] }>(sql`
    select conrelid::regclass::text as "table", quote_ident(own.attname) as "column",
      (select coalesce(jsonb_agg(array(
          select quote_ident(attname) from pg_attribute
          where attrelid = conrelid and attnum = any(indkey) and attnum <> own.attnum)), '[]')
        from pg_index where indrelid = conrelid and indisunique and indexprs is null and indpred is null
          and own.attnum = any(indkey)) as "unique"
    from pg_constraint join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    where contype = 'f' and confrelid = 'repository.people'::regclass
    order by 1, 2`);
  return rows;
}

/** Deletes the row of a person to whom nothing refers any more. */
export async function deletePersonRow(tx: Transaction, subject: string): Promise<void> {
  await tx.delete(people).where(eq(people.subject, subject));
}

/** Public uploads whose originals are kept although their contributor is gone: those that nobody shares. */
export async function listAbandonedSources(db: Queryable): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select u.number from repository.uploads as u
    where starts_with(u.owner, ${formerPrefix}) and u.nr is not null
      and exists (select from repository.data_sets as d where d.upload = u.number)
      and exists (select from repository.files as f where f.upload = u.number and f.object_key <> '')
      and not exists (select from repository.study_members as m
        where m.person is not null and m.accepted_at is not null and m.ended_at is null and m.right <> 'own'
          and (m.upload = u.number or m.study = u.study))
    order by u.number`);
  return rows.map(({ number }) => number);
}
