import { sql } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import type { KeptOfPerson } from '@domain/kept-of-person';
import { embargoDay } from '@domain/metadata/embargo';
import { openStatuses } from '@domain/upload-status';

import type { Queryable } from './database';

/** How much is kept of a person, by `subject`; zeros for somebody unknown. */
export async function countKept(db: Queryable, subject: string): Promise<KeptOfPerson> {
  const open = sql.param([...openStatuses]);
  const own = sql`repository.uploads as u where u.owner = ${subject} and u.deleted_at is null`;
  const ends = await listEmbargoes(db, subject);
  const { rows } = await db.execute<Record<Exclude<keyof KeptOfPerson, 'underEmbargo' | 'embargoUntil'>, number>>(sql`
    select
      (select count(*)::int from ${own} and u.nr is not null) - ${ends.length}::int as published,
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
  return { ...rows[0]!, underEmbargo: ends.length, embargoUntil: ends.at(-1) ?? '' };
}

/** Ends of the embargoes of a person's accepted data sets that are not public yet, yyyy-MM-dd, in their order. */
async function listEmbargoes(db: Queryable, subject: string): Promise<string[]> {
  const { rows } = await db.execute<{ metadata: MetadataEntry[] }>(sql`
    select s.metadata from repository.uploads as u join repository.studies as s on s.id = u.study
    where u.owner = ${subject} and u.deleted_at is null and u.nr is not null and u.withdrawn_at is null
      and not exists (select from repository.data_sets as d where d.upload = u.number)`);
  return rows
    .map(({ metadata }) => embargoDay(metadata))
    .filter((day) => day !== '')
    .sort();
}
