import { sql } from 'drizzle-orm';

import type { Queryable } from './database';

/** Work that outlives a request, with the data that names its object. Every handler is idempotent. */
export interface JobData {
  'ingest-file': { file: string };
  'check-table': { table: number; revision: number };
  'publish-upload': { upload: number };
  /** `anew`: also where it has another DOI that readers may know. */
  'register-doi': { upload: number; anew?: boolean };
  'send-mail': { to: string; subject: string; text: string };
}
export type JobName = keyof JobData;

/** A job that waits for something outside to come back. */
export interface JobDelay {
  /** When it failed for the first time. */
  since: Date;
  /** When it is tried again. */
  next: Date;
}

/** The longest delay of some jobs of a kind, named by one member of their data; null while none waits. */
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

/** Makes a job due that waits for another attempt; false when no such job waits or runs: it was lost, or has failed. */
export async function hurryJob<Name extends JobName>(tx: Queryable, name: Name, data: JobData[Name]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update pgboss.job
    set start_after = case when state = 'retry' then least(start_after, now()) else start_after end
    where name = ${name} and state in ('created', 'retry', 'active') and data @> ${JSON.stringify(data)}::jsonb
    returning id`);
  return rows.length > 0;
}

/** A job that waits for its next attempt or has failed for good, as an operator looks at it. */
export interface StuckJob {
  [column: string]: unknown;
  id: string;
  name: string;
  data: Record<string, unknown>;
  state: 'retry' | 'failed';
  createdOn: Date;
  startAfter: Date;
  /** Why the last attempt failed. */
  reason: string | null;
}

/**
 * Jobs that wait for another attempt or have failed for good, kept by pg-boss or in its archive; oldest
 * first. Those of DOIs have a list of their own (`store/dois.ts`).
 */
export async function listStuckJobs(db: Queryable): Promise<StuckJob[]> {
  const columns = sql`id, name, data, state::text as state, created_on as "createdOn",
    start_after as "startAfter", coalesce(output->>'message', output->'value'->>'message') as reason`;
  const { rows } = await db.execute<StuckJob>(sql`
    select ${columns} from pgboss.job
    where state in ('retry', 'failed') and name <> 'register-doi'
    union all select ${columns} from pgboss.archive
    where state = 'failed' and name <> 'register-doi'
    order by "createdOn", id`);
  return rows.map((row) => ({ ...row, createdOn: new Date(row.createdOn), startAfter: new Date(row.startAfter) }));
}

/** Forgets a job that has failed, because its work was asked for anew. */
export async function forgetFailedJob(tx: Queryable, { name, id }: Pick<StuckJob, 'name' | 'id'>) {
  await tx.execute(sql`delete from pgboss.job where name = ${name} and id = ${id} and state = 'failed'`);
  await tx.execute(sql`delete from pgboss.archive where name = ${name} and id = ${id}`);
}

/** Makes a job due that waits for its next attempt. */
export async function hurryStuckJob(tx: Queryable, { name, id }: Pick<StuckJob, 'name' | 'id'>) {
  await tx.execute(sql`
    update pgboss.job set start_after = now() where name = ${name} and id = ${id} and state = 'retry'`);
}

/** The upload that a job to read a file or check a table belongs to; null when that is gone. */
export async function findUploadOfJob(db: Queryable, { data }: Pick<StuckJob, 'data'>): Promise<number | null> {
  const { rows } = await db.execute<{ upload: number }>(sql`
    select f.upload from repository.files f
    where f.id::text = ${String(data.file ?? '')}
      or f.id = (select t.file from repository.source_tables t where t.id::text = ${String(data.table ?? '')})`);
  return rows[0]?.upload ?? null;
}
