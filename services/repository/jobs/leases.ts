import { and, eq, inArray, sql } from 'drizzle-orm';
import type PgBoss from 'pg-boss';

import type { JobName } from '@domain/job-names';

import type { Database, Queryable } from '../store/database';
import { jobLeases } from '../store/schema';

/** Takes the lease of a job in the transaction that fetched it. */
export async function takeLease(tx: Queryable, job: string, queue: JobName, worker: string): Promise<void> {
  const lease = { queue, worker, renewedAt: sql`now()` };
  await tx
    .insert(jobLeases)
    .values({ job, ...lease })
    .onConflictDoUpdate({ target: jobLeases.job, set: lease });
}

/** Begins a due job like pg-boss does, unless it is no longer due. */
export async function takeJob(tx: Queryable, job: string, queue: JobName): Promise<BegunJob | null> {
  const { rows } = await tx.execute<BegunJob & Record<string, unknown>>(sql`
    update pgboss.job set state = 'active', started_on = now(),
      retry_count = case when started_on is not null then retry_count + 1 else retry_count end
    where name = ${queue} and id = (
      select id from pgboss.job where name = ${queue} and id = ${job} and state < 'active' for update skip locked)
    returning id, data, output, retry_count as "retryCount", retry_limit as "retryLimit"`);
  return rows[0] ?? null;
}

/** A job that was begun. */
export interface BegunJob {
  id: string;
  data: unknown;
  output: unknown;
  /** Number of attempts before this one that count. */
  retryCount: number;
  retryLimit: number;
}

/** Gives a lease back. Returns false if the worker no longer held it. */
export async function dropLease(tx: Queryable, job: string, worker: string): Promise<boolean> {
  const own = and(eq(jobLeases.job, job), eq(jobLeases.worker, worker));
  return (await tx.delete(jobLeases).where(own).returning({ job: jobLeases.job })).length > 0;
}

/** Heartbeat. Returns the jobs whose lease the worker still holds. */
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

/**
 * Puts the jobs of dead workers back into their queues, due at once, and returns their names. A worker is dead if it has
 * sent no heartbeat for `leaseMs`, or if the caller is the `soleWorker`. Running jobs without a lease, which only a
 * restored database has, are looked for if `leaselessToo`: no index leads to them.
 */
export async function freeDeadLeases(
  db: Database,
  names: JobName[],
  options: { worker: string; leaseMs: number; soleWorker: boolean; leaselessToo: boolean },
): Promise<JobName[]> {
  const silent = sql`lease.renewed_at < now() - ${options.leaseMs}::float8 * interval '1 millisecond'`;
  const dead = options.soleWorker ? sql`lease.worker <> ${options.worker} or ${silent}` : silent;
  const jobs = options.leaselessToo
    ? sql`pgboss.job left join ${jobLeases} lease on lease.job = job.id where (lease.job is null or ${dead})`
    : sql`${jobLeases} lease join pgboss.job on job.id = lease.job and job.name = lease.queue where (${dead})`;
  const freed = await db.execute<{ name: JobName }>(sql`
    with dead as (
      select job.id, job.name from ${jobs} and job.state = 'active' and job.name = any(${sql.param(names)})
      for update of job skip locked
    ), dropped as (
      delete from ${jobLeases} where job in (select id from dead)
    )
    update pgboss.job job set state = 'retry', start_after = now(),
      output = coalesce(output, '{}') || '{"message": "The server ended while it worked on this job."}'
    from dead where job.id = dead.id and job.name = dead.name
    returning job.name`);
  return freed.rows.map(({ name }) => name);
}

/** Puts a job back as if it had not been started. */
export async function handBack(tx: Queryable, job: string, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'retry', started_on = null, start_after = now()
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Puts off the first attempt of a job that this transaction enqueues. */
export async function startLater(
  tx: Pick<Queryable, 'execute'>,
  job: string,
  queue: JobName,
  seconds: number,
): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now() + ${seconds}::float8 * interval '1 second'
    where name = ${queue} and id = ${job}`);
}

/** Delays the next attempt, if any, of a job that has failed. */
export async function putOff(tx: Queryable, job: string, queue: JobName, seconds: number): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = greatest(start_after, now() + ${seconds}::float8 * interval '1 second')
    where name = ${queue} and id = ${job} and state = 'retry'`);
}

/** Makes all jobs of a queue due that wait for another attempt. */
export async function skipDelay(tx: Queryable, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and state = 'retry' and start_after > now()`);
}

/**
 * Whether a job of a queue waits that has not begun and cannot begin before this transaction ends. Those that wait for
 * another attempt become due. Jobs that another transaction changes do not count, so that nobody waits for it.
 */
export async function hurryWaiting(tx: Queryable, queue: JobName): Promise<boolean> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and id in (
      select id from pgboss.job where name = ${queue} and state = 'retry' and start_after > now()
      for update skip locked)`);
  const { rows } = await tx.execute(
    sql`select from pgboss.job where name = ${queue} and state in ('created', 'retry') limit 1 for share skip locked`,
  );
  return rows.length > 0;
}

/** Stored with a job that failed because of an outage. */
export interface OutageNote {
  /** ISO time of the first such failure. */
  since: string;
  /** Number of such failures. */
  tries: number;
}

/** Why an attempt failed, and the code of its error. */
interface FailureNote {
  message: string;
  code: string | null;
}

/** Puts a job back that failed because of an outage, without using up an attempt. */
export async function waitOut(
  tx: Queryable,
  job: string,
  queue: JobName,
  wait: FailureNote & { seconds: number; outage: OutageNote },
): Promise<void> {
  const { seconds, ...output } = wait;
  await tx.execute(sql`
    update pgboss.job set state = 'retry', started_on = null, output = ${JSON.stringify(output)}::jsonb,
      start_after = now() + ${seconds}::float8 * interval '1 second'
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Fails a job permanently, even if it has attempts left. */
export async function giveUp(tx: Queryable, job: string, queue: JobName, note: FailureNote): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'failed', completed_on = now(),
      output = coalesce(output, '{}') || ${JSON.stringify(note)}::jsonb
    where name = ${queue} and id = ${job} and state = 'active'`);
}

/** Makes all jobs of a queue due that wait for the end of an outage. */
export async function hurryWaitingOut(tx: Queryable, queue: JobName): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and state = 'retry' and start_after > now() and output->'outage' is not null`);
}

/** Queues that have a due job. */
export async function queuesWithWork(db: Database): Promise<JobName[]> {
  const { rows } = await db.execute<{ name: JobName }>(
    sql`select distinct name from pgboss.job where state < 'active' and start_after < now()`,
  );
  return rows.map((row) => row.name);
}

/** Lets pg-boss work inside one of our transactions. */
export function bossDatabase(tx: Pick<Queryable, 'execute'>): PgBoss.Db {
  return {
    executeSql: async (text, values: unknown[]) => {
      const parts = text.split(/\$(\d+)/).map((part, index) => {
        return index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`;
      });
      const { rows } = await tx.execute(sql.join(parts));
      return { rows };
    },
  };
}
