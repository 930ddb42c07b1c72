import { administrationPerPage, type JobPage } from '@domain/api/administration';
import { shownMembers } from '@domain/job-names';
import { pageWindow, placeOf } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import type { Queryable } from '../../store/database';
import {
  countJobs,
  countStuckJobs,
  findUploadOfJob,
  listStuckJobs,
  type StuckJob,
  type StuckJobFilter,
} from '../../store/jobs';
import { reasonOf, retryAndRecord } from '../../upkeep/retry-job';

/** Mails and DOIs have lists of their own. */
const listed: StuckJobFilter = { except: 'send-mail' };

/** Jobs that wait for another attempt or have failed, oldest first, with how many there are of each kind. */
export async function listJobs(_actor: Actor, { db }: RepositoryContext, page: number): Promise<JobPage> {
  const total = await countStuckJobs(db, listed);
  const shown = await listStuckJobs(db, listed, pageWindow(total, page, administrationPerPage));
  return {
    ...placeOf(total, page, administrationPerPage),
    counts: await countJobs(db),
    jobs: await Promise.all(
      shown.map(async (job) => ({
        id: job.id,
        name: job.name,
        about: await describeSubject(db, job),
        state: job.state,
        since: job.createdOn.toISOString(),
        nextAt: job.state === 'retry' ? job.startAfter.toISOString() : null,
        reason: reasonOf(job),
      })),
    ),
  };
}

/** Retries a job now. Returns whether there was anything to do. */
export async function retryJob(
  actor: Actor,
  { db, jobs, now }: RepositoryContext,
  id: string,
): Promise<{ isDone: boolean }> {
  const isDone = await db.transaction(async (tx) => {
    const [job] = await listStuckJobs(tx, { ...listed, id });
    return job !== undefined && retryAndRecord(tx, jobs, job, { at: now(), actor: actor.subject });
  });
  if (isDone) jobs.nudge();
  return { isDone };
}

/** The ids of a job, with the number of the upload that it is about. */
async function describeSubject(db: Queryable, job: StuckJob): Promise<JobPage['jobs'][number]['about']> {
  const data: Record<string, unknown> = job.data;
  const upload = data.upload === undefined ? await findUploadOfJob(db, job) : null;
  const ids = shownMembers.flatMap((name) =>
    (data[name] ?? false) === false ? [] : [{ name, id: String(data[name]) }],
  );
  return upload === null ? ids : [{ name: 'upload', id: String(upload) }, ...ids];
}
