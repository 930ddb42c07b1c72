import { sql } from 'drizzle-orm';

import type { Queryable } from '../store/database';
import type { JobData, JobName } from './job-queue';

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
