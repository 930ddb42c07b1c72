import { sql } from 'drizzle-orm';

import type { JobName } from '@domain/job-names';

import { files, sourceTables, uploads } from '../store/schema';
import type { Queryable } from '../store/database';

/** Jobs of one kind that run at the same time in one process. */
export interface Places {
  all: number;
  /** Of one owner, so that others need not wait until a large file has been read. Absent: the jobs have no owners. */
  perOwner?: number;
}

const places: Record<JobName, Places> = {
  'ingest-file': { all: 3, perOwner: 2 },
  'check-table': { all: 3, perOwner: 2 },
  'assign-experts': { all: 1 },
  'publish-upload': { all: 1 },
  'register-doi': { all: 1 },
  'mail-searches': { all: 1 },
  'delete-person': { all: 1 },
  'remove-objects': { all: 1 },
  'purge-caches': { all: 2 },
  'make-norms': { all: 1 },
  'send-mail': { all: 1 },
};

/** Kinds of jobs, each with the number that run at the same time; undefined is the usual one. */
export type JobPlaces = ReadonlyMap<JobName, number | undefined>;

/** Jobs of a kind that run at the same time in a process whose settings say so; one place is left for other owners. */
export function placesOf(name: JobName, all: number | undefined): Places {
  const usual = places[name];
  if (all === undefined) return usual;
  return usual.perOwner === undefined ? { all } : { all, perOwner: Math.max(1, all - 1) };
}

/** The oldest due job of an owner. */
interface DueJob {
  [column: string]: unknown;
  id: string;
  owner: string;
}

/** Upload of a job; the data of a job that is not ours may have any form. */
const uploadsOfJobs = {
  'ingest-file': sql`select ${files.upload} from ${files}
    where ${files.id} = case when job.data->>'file' ~ '^[0-9a-f-]{36}$' then (job.data->>'file')::uuid end`,
  'check-table': sql`select ${files.upload} from ${files} join ${sourceTables} on ${sourceTables.file} = ${files.id}
    where ${sourceTables.id} = case when job.data->>'table' ~ '^[0-9]{1,9}$' then (job.data->>'table')::int end`,
};

/** Kinds of jobs that belong to the owner of an upload. */
export type OwnedJobName = keyof typeof uploadsOfJobs;

/** Chooses among the jobs of a kind so that the owners of uploads take turns. */
export class JobTurns {
  /** Owners that have been served, the one that was served longest ago first. */
  readonly #served = new Set<string>();

  /**
   * The owner and id of the due job whose turn it is: of an owner with fewer running jobs than others, and of these the one
   * that was served longest ago. Null if no owner with due jobs has a place left. `running` has the owners of running jobs.
   */
  async choose(
    tx: Queryable,
    name: OwnedJobName,
    { running, perOwner }: { running: readonly string[]; perOwner: number },
  ): Promise<DueJob | null> {
    const count = (owner: string) => running.filter((other) => other === owner).length;
    const order = [...this.#served];
    const due = (await oldestDueJobs(tx, name)).filter(({ owner }) => count(owner) < perOwner);
    const [next = null] = due.sort(
      (a, b) => count(a.owner) - count(b.owner) || order.indexOf(a.owner) - order.indexOf(b.owner),
    );
    if (next) {
      this.#served.delete(next.owner);
      this.#served.add(next.owner);
    }
    return next;
  }
}

/** Whether jobs of a kind belong to the owner of an upload. */
export function hasOwner(name: JobName): name is OwnedJobName {
  return name in uploadsOfJobs;
}

/** The oldest due job of each owner, in the order in which these jobs were enqueued. Jobs without an upload share one. */
async function oldestDueJobs(tx: Queryable, name: OwnedJobName): Promise<DueJob[]> {
  const { rows } = await tx.execute<DueJob>(sql`
    select id, owner from (
      select distinct on (owner) id, owner, created_on from (
        select job.id, job.created_on, coalesce(
          (select ${uploads.owner} from ${uploads} where ${uploads.number} = (${uploadsOfJobs[name]})), '') as owner
        from pgboss.job job where job.name = ${name} and job.state < 'active' and job.start_after < now()
      ) due order by owner, created_on, id
    ) oldest order by created_on, id`);
  return rows;
}
