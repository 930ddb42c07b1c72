import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Database, Queryable } from '../store/database';
import type { JobName } from '../store/jobs';
import { jobLeases } from '../store/schema';

/** Takes the lease of a job that was just fetched; in the same transaction. */
export async function takeLease(tx: Queryable, job: string, queue: JobName, worker: string): Promise<void> {
  const lease = { queue, worker, renewedAt: sql`now()` };
  await tx
    .insert(jobLeases)
    .values({ job, ...lease })
    .onConflictDoUpdate({ target: jobLeases.job, set: lease });
}

/** Gives a lease back; false when the worker no longer held it. */
export async function dropLease(tx: Queryable, job: string, worker: string): Promise<boolean> {
  const own = and(eq(jobLeases.job, job), eq(jobLeases.worker, worker));
  return (await tx.delete(jobLeases).where(own).returning({ job: jobLeases.job })).length > 0;
}

/** Heartbeat; answers the jobs whose lease the worker still holds. */
export async function renewLeases(db: Database, jobs: string[], worker: string): Promise<Set<string>> {
  if (jobs.length === 0) return new Set();
  const own = and(inArray(jobLeases.job, jobs), eq(jobLeases.worker, worker));
  const renewed = await db
    .update(jobLeases)
    .set({ renewedAt: sql`now()` })
    .where(own)
    .returning({ job: jobLeases.job });
  return new Set(renewed.map((lease) => lease.job));
}

interface FreedJob {
  [column: string]: unknown;
  id: string;
  name: JobName;
  state: 'retry' | 'failed';
}

/**
 * Puts jobs of dead workers back into their queues, to be taken up at once, and answers them. Dead is who
 * has sent no heartbeat for `leaseMs`; a `soleWorker` knows that everybody else is dead. A job that has
 * used up its attempts fails instead: it may be what kills the workers.
 */
export async function freeDeadLeases(
  db: Database,
  names: JobName[],
  options: { worker: string; leaseMs: number; soleWorker: boolean },
): Promise<FreedJob[]> {
  const silent = sql`lease.renewed_at < now() - ${options.leaseMs}::float8 * interval '1 millisecond'`;
  const dead = options.soleWorker ? sql`lease.worker <> ${options.worker} or ${silent}` : silent;
  const freed = await db.execute<FreedJob>(sql`
    with dead as (
      select job.id, job.name from pgboss.job left join ${jobLeases} lease on lease.job = job.id
      where job.state = 'active' and job.name = any(${sql.param(names)}) and (lease.job is null or ${dead})
      for update of job skip locked
    ), dropped as (
      delete from ${jobLeases} where job in (select id from dead)
    )
    update pgboss.job job set
      state = case when retry_count < retry_limit then 'retry'::pgboss.job_state else 'failed' end,
      completed_on = case when retry_count < retry_limit then null else now() end,
      output = coalesce(output, '{}') || '{"message": "The server ended while it worked on this job."}',
      start_after = now()
    from dead where job.id = dead.id and job.name = dead.name
    returning job.id, job.name, job.state`);
  return freed.rows;
}

/** Puts a job back as if it had not been begun. */
export async function handBack(tx: Queryable, job: string, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'retry', started_on = null, start_after = now()
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Puts off the next attempt of a job that has failed, if it gets one. */
export async function putOff(tx: Queryable, job: string, queue: JobName, seconds: number): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = greatest(start_after, now() + ${seconds}::float8 * interval '1 second')
    where name = ${queue} and id = ${job} and state = 'retry'`);
}

/** Makes jobs due that wait for another attempt. */
export async function hurry(tx: Queryable, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and state = 'retry' and start_after > now()`);
}

/** What is noted of a job that something outside has kept from its end. */
export interface OutageNote {
  /** When it failed so for the first time, as an ISO time. */
  since: string;
  /** How often it has. */
  tries: number;
}

/** Puts a job back that something outside has kept from its end: it has used up no attempt. */
export async function waitOut(
  tx: Queryable,
  job: string,
  queue: JobName,
  wait: { seconds: number; message: string; outage: OutageNote },
): Promise<void> {
  const { seconds, ...output } = wait;
  await tx.execute(sql`
    update pgboss.job set state = 'retry', started_on = null, output = ${JSON.stringify(output)}::jsonb,
      start_after = now() + ${seconds}::float8 * interval '1 second'
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Ends a job for good, however many attempts are left. */
export async function giveUp(tx: Queryable, job: string, queue: JobName, message: string): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'failed', completed_on = now(),
      output = coalesce(output, '{}') || ${JSON.stringify({ message })}::jsonb
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Makes the jobs due that wait for what one of them has just got through to. */
export async function hurryWaitingOut(tx: Queryable, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and state = 'retry' and start_after > now() and output->'outage' is not null`);
}

/** Queues in which a job is due. */
export async function queuesWithWork(db: Database): Promise<JobName[]> {
  const { rows } = await db.execute<{ name: JobName }>(
    sql`select distinct name from pgboss.job where state < 'active' and start_after < now()`,
  );
  return rows.map((row) => row.name);
}
