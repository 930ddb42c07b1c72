import { sql, type SQL } from 'drizzle-orm';

import type { JobName } from '@domain/job-names';
import type { Language } from '@domain/language';

import type { Queryable } from './database';

/** Jobs whose data names people. They are not kept once they have ended. */
export const forgottenJobs: readonly JobName[] = ['mail-searches', 'delete-person', 'send-mail'];

/** Kinds of background jobs with their data. Every handler is idempotent. */
export interface JobData {
  'ingest-file': { file: string };
  'check-table': { table: number; revision: number };
  /** Invites experts to the empty panels of a submission, if they are invited automatically. */
  'assign-experts': { upload: number; isRepeated?: boolean };
  'publish-upload': { upload: number };
  /** `anew` registers a new DOI even if readers may know the previous one. */
  'register-doi': { upload: number; anew?: boolean };
  /** Enqueues the mail about new data sets that saved searches of a user find, if there are any. */
  'mail-searches': { owner: string };
  /** Removes objects of a withdrawn data set, unless others need them. */
  'remove-objects': { keys: string[] };
  /** Has shared caches forget what has one of these tags (domain/shared-cache.ts). */
  'purge-caches': { tags: string[] };
  /** Reads what published data sets contribute to norms, if that has changed, and makes a version of the curves. */
  'make-norms': Record<string, never>;
  /**
   * Deletes a person whose account is gone. `former` is the subject in their place; the others are for the last mail, and
   * to find mails to them.
   */
  'delete-person': {
    subject: string;
    former: string;
    name: string;
    email: string;
    otherAddresses: string[];
    language: Language | null;
  };
  'send-mail': { to: string; subject: string; text: string; endAddress?: string };
}

/** A job that waits for an external service. */
export interface JobDelay {
  /** Time of the first failure. */
  since: Date;
  /** Time of the next attempt. */
  next: Date;
}

/** Longest delay of the jobs of a kind that have one of `values` as `member` of their data; null if none waits. */
export async function findDelay<Name extends JobName>(
  db: Queryable,
  name: Name,
  member: keyof JobData[Name] & string,
  values: (string | number)[],
): Promise<JobDelay | null> {
  const { rows } = await db.execute<{ since: string; next: Date | string }>(sql`
    select output->'outage'->>'since' as since, start_after as next from pgboss.job
    where name = ${name} and state in ('retry', 'active') and output->'outage' is not null
      and data->>${member} = any(${sql.param(values.map(String))})
    order by start_after desc limit 1`);
  const [row] = rows;
  return row ? { since: new Date(row.since), next: new Date(row.next) } : null;
}

/** Makes a waiting job due. Returns false if no such job waits or runs because it was lost or has failed. */
export async function hurryJob<Name extends JobName>(tx: Queryable, name: Name, data: JobData[Name]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update pgboss.job
    set start_after = case when state = 'retry' then least(start_after, now()) else start_after end
    where name = ${name} and state in ('created', 'retry', 'active') and data @> ${JSON.stringify(data)}::jsonb
    returning id`);
  return rows.length > 0;
}

/** Makes a job due that waits for a later attempt. Returns false if none does. */
export async function hurryDelayedJob<Name extends JobName>(
  tx: Queryable,
  name: Name,
  data: JobData[Name],
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${name} and state = 'retry' and start_after > now() and data @> ${JSON.stringify(data)}::jsonb
    returning id`);
  return rows.length > 0;
}

/** A job that waits for its next attempt or has finally failed, for the operator. */
export interface StuckJob {
  [column: string]: unknown;
  id: string;
  name: string;
  data: Record<string, unknown>;
  state: 'retry' | 'failed';
  createdOn: Date;
  startAfter: Date;
  /** Error message of the last attempt. */
  reason: string | null;
  /** Code of that error, or of the mail server. */
  code: string | null;
}

/** Which stuck jobs are wanted: of one kind or of all but one, and with an id. */
export interface StuckJobFilter {
  only?: JobName;
  except?: JobName;
  id?: string;
}

/**
 * Jobs that wait for another attempt or have finally failed, in the tables of pg-boss or its archive, oldest first. With
 * a window only those in it, and of mails not the texts. DOI jobs are listed separately (`store/dois.ts`).
 */
export async function listStuckJobs(
  db: Queryable,
  filter: StuckJobFilter = {},
  window: { offset: number; limit: number } | null = null,
): Promise<StuckJob[]> {
  const data = window ? sql`data - 'text'` : sql`data`;
  const part = window ? sql`offset ${window.offset} limit ${window.limit}` : sql``;
  const { rows } = await db.execute<StuckJob>(sql`
    select id, name, ${data} as data, state, created_on as "createdOn", start_after as "startAfter",
      coalesce(output->>'message', output->'value'->>'message') as reason,
      coalesce(output->>'responseCode', output->>'code', output->'cause'->>'code') as code
    from ${stuckJobs(filter)} order by created_on, id ${part}`);
  return rows.map((row) => ({ ...row, createdOn: new Date(row.createdOn), startAfter: new Date(row.startAfter) }));
}

/** How many of them there are. */
export async function countStuckJobs(db: Queryable, filter: StuckJobFilter = {}): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${stuckJobs(filter)}`);
  return rows[0]?.count ?? 0;
}

function stuckJobs({ only, except, id }: StuckJobFilter): SQL {
  const wanted = sql.join(
    [
      sql`name <> 'register-doi'`,
      ...(only ? [sql`name = ${only}`] : []),
      ...(except ? [sql`name <> ${except}`] : []),
      ...(id ? [sql`id::text = ${id}`] : []),
    ],
    sql` and `,
  );
  const columns = sql`id, name, data, state::text as state, created_on, start_after, output`;
  return sql`(
    select ${columns} from pgboss.job where state in ('retry', 'failed') and ${wanted}
    union all select ${columns} from pgboss.archive where state = 'failed' and ${wanted}) as stuck`;
}

/** Deletes a failed job whose work is enqueued again. Returns false if it does not exist any more. */
export async function forgetFailedJob(tx: Queryable, { name, id }: Pick<StuckJob, 'name' | 'id'>): Promise<boolean> {
  const kept = await tx.execute(
    sql`delete from pgboss.job where name = ${name} and id = ${id} and state = 'failed' returning id`,
  );
  const archived = await tx.execute(sql`delete from pgboss.archive where name = ${name} and id = ${id} returning id`);
  return kept.rows.length + archived.rows.length > 0;
}

/** Makes a job due that waits for its next attempt. Returns false if it does not wait any more. */
export async function hurryStuckJob(tx: Queryable, { name, id }: Pick<StuckJob, 'name' | 'id'>): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update pgboss.job set start_after = now() where name = ${name} and id = ${id} and state = 'retry' returning id`);
  return rows.length > 0;
}

/** Removes a job that waits for its next attempt or has failed. Returns false if it is neither any more. */
export async function discardStuckJob(tx: Queryable, job: Pick<StuckJob, 'name' | 'id'>): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    delete from pgboss.job where name = ${job.name} and id = ${job.id} and state in ('retry', 'failed') returning id`);
  return rows.length > 0 || (await forgetFailedJob(tx, job));
}

/** How many jobs of each kind wait, run and have failed. */
export async function countJobs(
  db: Queryable,
): Promise<{ name: string; waiting: number; running: number; failed: number }[]> {
  const { rows } = await db.execute<{ name: string; waiting: number; running: number; failed: number }>(sql`
    select name, (count(*) filter (where state in ('created', 'retry')))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      (count(*) filter (where state = 'failed'))::int as failed
    from (
      select name, state::text as state from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'
      union all select name, state::text from pgboss.archive where state = 'failed' and name not like '\\_\\_%') jobs
    group by name order by name`);
  return rows;
}

/** For how many seconds the oldest job of each kind whose time has come has waited; kinds without one are left out. */
export async function findOldestDueJobs(db: Queryable): Promise<{ name: string; seconds: number }[]> {
  const { rows } = await db.execute<{ name: string; seconds: number }>(sql`
    select name, extract(epoch from now() - min(start_after))::float as seconds
    from pgboss.job where state < 'active' and start_after <= now() and name not like '\\_\\_%' group by name`);
  return rows;
}

/** Upload of a job that reads a file or checks a table; null if it no longer exists. */
export async function findUploadOfJob(db: Queryable, { data }: Pick<StuckJob, 'data'>): Promise<number | null> {
  const { file = null, table = null } = data;
  const { rows } = await db.execute<{ upload: number }>(sql`
    select f.upload from repository.files f where f.id = coalesce(
      ${file}::uuid, (select t.file from repository.source_tables t where t.id = ${table}::int))`);
  return rows[0]?.upload ?? null;
}
