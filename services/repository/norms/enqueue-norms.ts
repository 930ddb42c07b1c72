import { sql } from 'drizzle-orm';

import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';

/** Time in seconds in which changes come together, so that the curves are made once for all of them. Own estimate. */
const gatheringSeconds = 5;

/** Has norms made that follow from the present data sets, unless a job is about to do so. */
export async function enqueueNorms(tx: Queryable, { jobs }: Pick<RepositoryContext, 'jobs'>): Promise<void> {
  if (await isEnqueued(tx)) return;
  await jobs.enqueue(tx, 'make-norms', {}, gatheringSeconds);
}

/**
 * Whether a job waits that has not begun. It cannot begin before this transaction ends. One that runs may have read the
 * data sets before this change.
 */
async function isEnqueued(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from pgboss.job where name = 'make-norms' and state in ('created', 'retry') limit 1 for share`,
  );
  return rows.length > 0;
}
