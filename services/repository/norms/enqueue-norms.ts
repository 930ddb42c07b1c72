import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';

/** Time in seconds in which changes come together, so that the curves are made once for all of them. Own estimate. */
const gatheringSeconds = 5;

/**
 * Has norms made that follow from the present data sets, unless a job is about to do so. One that waits to be tried again
 * is due at once. One that runs may have read the data sets before this change.
 */
export async function enqueueNorms(tx: Queryable, { jobs }: Pick<RepositoryContext, 'jobs'>): Promise<void> {
  if (!(await jobs.hurryWaiting(tx, 'make-norms'))) await jobs.enqueue(tx, 'make-norms', {}, gatheringSeconds);
}
