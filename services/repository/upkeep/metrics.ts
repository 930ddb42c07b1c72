import { jobNames } from '@domain/job-names';

import type { RepositoryContext } from '../context/context';
import { type ReadingContext, readFigures } from '../figures/kept-figures';
import { countJobs, findOldestDueJobs } from '../store/jobs';

interface Figure {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
}

const counts = [
  ['waiting', 'Jobs that wait.'],
  ['running', 'Jobs that run.'],
  ['failed', 'Jobs that have failed for good.'],
] as const;

/** Figures for `/metrics` about jobs, by kind, and about storage. */
export async function workMetrics(context: ReadingContext & Pick<RepositoryContext, 'freeBytes'>): Promise<Figure[]> {
  const { db, freeBytes } = context;
  const counted = new Map((await countJobs(db)).map((jobs) => [jobs.name, jobs]));
  const oldest = new Map((await findOldestDueJobs(db)).map(({ name, seconds }) => [name, seconds]));
  const byKind = (valueOf: (name: string) => number | undefined) =>
    jobNames.map((job) => ({ labels: { job }, value: valueOf(job) ?? 0 }));
  return [
    ...counts.map(([state, help]) => ({
      name: `motothek_jobs_${state}`,
      help,
      values: byKind((name) => counted.get(name)?.[state]),
    })),
    {
      name: 'motothek_jobs_oldest_seconds',
      help: 'Time that the oldest job whose time has come has waited.',
      values: byKind((name) => oldest.get(name)),
    },
    {
      name: 'motothek_storage_bytes',
      help: 'What all accounts store, as their quotas count it.',
      values: [{ value: (await readFigures(context, 'storedBytes')).value }],
    },
    {
      name: 'motothek_free_bytes',
      help: 'Free space of the disk with the data folder.',
      values: [{ value: await freeBytes() }],
    },
  ];
}
