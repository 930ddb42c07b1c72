import { sql } from 'drizzle-orm';

import type { Queryable } from './database';

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
