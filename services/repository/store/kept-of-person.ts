import { sql } from 'drizzle-orm';

import type { KeptOfPerson } from '@domain/kept-of-person';
import { openStatuses } from '@domain/upload-status';

import type { Queryable } from './database';

/** How much is kept of a person, by `subject`; zeros for somebody unknown. */
export async function countKept(db: Queryable, subject: string): Promise<KeptOfPerson> {
  const open = sql.param([...openStatuses]);
  const own = sql`repository.uploads as u where u.owner = ${subject} and u.deleted_at is null`;
  const { rows } = await db.execute<{ [Name in keyof KeptOfPerson]: number }>(sql`
    select
      (select count(*)::int from ${own} and u.nr is not null) as published,
      (select count(*)::int from ${own} and u.status = any(${open}::text[])) as "underReview",
      (select count(*)::int from ${own} and u.nr is null and u.status <> all(${open}::text[])) as unpublished,
      (select count(*)::int from ${own} and u.nr is null and exists (
        select from repository.study_members as m
        where m.accepted_at is not null and m.ended_at is null and (m.upload = u.number or m.study = u.study)
      )) as shared,
      (select count(*)::int from repository.panel_seats as s join repository.uploads as u on u.number = s.upload
        where s.expert = ${subject} and u.deleted_at is null and u.status = any(${open}::text[])) as panels,
      (select count(*)::int from repository.votes as v join repository.uploads as u on u.number = v.upload
        where v.expert = ${subject} and u.deleted_at is null and u.status <> all(${open}::text[])) as votes,
      (select count(*)::int from repository.download_sessions as d
        where d.subject = ${subject} and d.purpose is not null) as purposes`);
  return rows[0]!;
}
