import { isDeepStrictEqual } from 'node:util';

import { and, eq, isNull, sql } from 'drizzle-orm';

import { uploadRights } from '@domain/life/co-authors';
import { maxTemplateNameCharacters } from '@domain/limits';
import { comparedEmail } from '@domain/text';

import type { Queryable, Transaction } from './database';
import { listPersonColumns } from './forget-person';
import type { Person } from './people';
import { accessTokens, people, studyMembers, templates } from './schema';
import { listTemplates, replaceTemplates } from './templates';

/** Subjects of two people who are one: `from` goes, `into` stays. */
export interface MergedPair {
  from: string;
  into: string;
}

/** Who holds, or held when it was decided, a panel of which upload. */
const reviews = sql`(select upload, expert from repository.panel_seats union select upload, expert from repository.votes)`;

/** Who owns, shares or shared which upload. */
const parties = sql`(
  select number as upload, owner as person from repository.uploads
  union
  select u.number, m.person from repository.study_members as m
  join repository.uploads as u on u.number = m.upload or u.study = m.study
  where m.accepted_at is not null)`;

/** Uploads that somebody owns, shares or reviews, with their studies, by number. */
export async function listConcerned(db: Queryable, person: string): Promise<{ number: number; study: number }[]> {
  const { rows } = await db.execute<{ number: number; study: number }>(sql`
    select number, study from repository.uploads where number in (
      select upload from ${parties} as p where p.person = ${person}
      union select upload from ${reviews} as r where r.expert = ${person})
    order by number`);
  return rows;
}

/** Whether both hold or held a panel of the same upload. */
export async function reviewsTwice(db: Queryable, { from, into }: MergedPair): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${reviews} as one join ${reviews} as other using (upload)
    where one.expert = ${from} and other.expert = ${into} limit 1`);
  return rows.length > 0;
}

/** Whether one of them holds or held a panel of an upload that the other owns, shares or shared. */
export async function reviewsOwn(db: Queryable, { from, into }: MergedPair): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${reviews} as r join ${parties} as p using (upload)
    where (r.expert, p.person) in ((${from}, ${into}), (${into}, ${from})) limit 1`);
  return rows.length > 0;
}

/** Uploads of which somebody holds or held a panel, by number. */
export async function listReviewed(db: Queryable, expert: string): Promise<number[]> {
  const { rows } = await db.execute<{ upload: number }>(
    sql`select distinct upload from ${reviews} as r where r.expert = ${expert} order by upload`,
  );
  return rows.map(({ upload }) => upload);
}

/** How many votes somebody has cast that count. */
export async function countVotes(db: Queryable, expert: string): Promise<number> {
  const { rows } = await db.execute<{ votes: number }>(
    sql`select count(*)::int as votes from repository.votes where expert = ${expert}`,
  );
  return rows[0]!.votes;
}

export async function deleteTokensOf(tx: Transaction, owner: string): Promise<void> {
  await tx.delete(accessTokens).where(eq(accessTokens.owner, owner));
}

/** Appends the templates of one person to those of the other. One whose name is taken gets a number, unless it is the same. */
export async function mergeTemplates(tx: Transaction, { from, into }: MergedPair): Promise<void> {
  for (const kind of ['mapping', 'metadata'] as const) {
    const own = await listTemplates(tx, into, kind);
    const merged = [...own];
    for (const template of await listTemplates(tx, from, kind)) {
      if (own.some((other) => isDeepStrictEqual(other, template))) continue;
      const taken = new Set(merged.map(({ name }) => name));
      merged.push({ ...template, name: freeName(template.name, taken) });
    }
    await tx.delete(templates).where(and(eq(templates.owner, from), eq(templates.kind, kind)));
    await replaceTemplates(tx, into, kind, merged, own);
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const tried = [...name].slice(0, maxTemplateNameCharacters - ending.length).join('') + ending;
    if (!taken.has(tried)) return tried;
  }
}

/** Deletes rows of `from` beside which the table has no place for those of `into`, as one profile for each expert. */
export async function deleteDuplicates(tx: Transaction, { from, into }: MergedPair): Promise<void> {
  for (const { table, column, unique } of await listPersonColumns(tx)) {
    const place = sql.raw(column);
    for (const others of unique) {
      const isSame = others.map((other) => sql` and own.${sql.raw(other)} = other.${sql.raw(other)}`);
      await tx.execute(sql`
        delete from ${sql.raw(table)} as own using ${sql.raw(table)} as other
        where own.${place} = ${from} and other.${place} = ${into}${sql.join(isSame)}`);
    }
  }
}

/** Sends open invitations to one address to another, so that its account can accept them. */
export async function addressInvitations(
  tx: Transaction,
  { former, email }: { former: string; email: string },
): Promise<void> {
  const isOpen = and(isNull(studyMembers.acceptedAt), isNull(studyMembers.endedAt));
  const isTheirs = eq(sql`lower(${studyMembers.email})`, comparedEmail(former));
  await tx.update(studyMembers).set({ email }).where(and(isOpen, isTheirs));
}

/**
 * Ends what somebody has twice or for nothing: of several memberships in the same upload or study all but the strongest,
 * and memberships, invitations and offers of what is their own.
 */
export async function endRepeatedMemberships(
  tx: Transaction,
  { person, email, now }: { person: string; email: string; now: Date },
): Promise<void> {
  const rights = sql`${sql.param([...uploadRights])}::text[]`;
  await tx.execute(sql`
    update repository.study_members as m set ended_at = ${now.toISOString()} where ended_at is null and (
      (person = ${person} and accepted_at is not null) or (accepted_at is null and lower(email) = ${comparedEmail(email)}))
    and exists (select from repository.uploads as u where u.owner = ${person} and (u.number = m.upload or u.study = m.study))`);
  await tx.execute(sql`
    update repository.study_members as m set ended_at = ${now.toISOString()}
    where person = ${person} and accepted_at is not null and ended_at is null and exists (
      select from repository.study_members as other
      where other.person = ${person} and other.accepted_at is not null and other.ended_at is null
        and other.upload is not distinct from m.upload and other.study is not distinct from m.study
        and (array_position(${rights}, other."right"), -other.id) > (array_position(${rights}, m."right"), -m.id))`);
}

/** Jobs about the saved searches of one person are about the other from now on. Mails that wait stay as they are. */
export async function giveJobs(tx: Transaction, { from, into }: MergedPair): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set data = data || jsonb_build_object('owner', ${into}::text)
    where state <> 'active' and data->>'owner' = ${from}`);
}

/**
 * Adds the marks of one person to those by which another is recognised in the metadata of submissions, and the language
 * of their mails if it is not known.
 */
export async function knowAs(
  tx: Transaction,
  into: string,
  { knownAs, name, email, orcid, language }: Pick<Person, 'knownAs' | 'name' | 'email' | 'orcid' | 'language'>,
): Promise<void> {
  const marks = sql.param([...knownAs, name, email, orcid].filter((mark) => mark !== ''));
  await tx
    .update(people)
    .set({
      knownAs: sql`array(select distinct unnest(${people.knownAs} || ${marks}::text[]))`,
      language: sql`coalesce(${people.language}, ${language})`,
    })
    .where(eq(people.subject, into));
}
