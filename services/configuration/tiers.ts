import { z } from 'zod';

import { type JobName, jobNames } from '@domain/job-names';

import { optionalText } from './variables';

/** What a process of the server can do: show screens, answer the API and sign people in, do background jobs. */
const tierNames = ['web', 'api', 'worker'] as const;
type TierName = (typeof tierNames)[number];

const words = (text: string) => text.split(',').map((word) => word.trim());

const roleSetting = optionalText
  .transform((text) => (text === undefined ? undefined : text === 'all' ? [...tierNames] : words(text)))
  .pipe(z.array(z.enum(tierNames, `must be all, or some of ${tierNames.join(', ')}, separated by commas`)).optional());

/** A kind of job, with or without the number that run at the same time. */
const jobPattern = new RegExp(`^(?:${jobNames.join('|')})(?::[1-9]\\d?)?$`);

const jobsSetting = optionalText
  .refine(
    (text) => text === undefined || words(text).every((word) => jobPattern.test(word)),
    `must be kinds of jobs separated by commas, each with or without the number that run at the same time (1 to 99), like ingest-file:6,check-table. The kinds: ${jobNames.join(', ')}`,
  )
  .transform((text) =>
    text === undefined
      ? undefined
      : words(text).map((word) => {
          const [name, places] = word.split(':');
          return [name as JobName, places === undefined ? undefined : Number(places)] as const;
        }),
  );

/** The part of the environment that says what this process does. */
export const tierSettings = { ROLE: roleSetting, JOBS: jobsSetting };

interface TierEnvironment {
  ROLE?: TierName[];
  JOBS?: (readonly [JobName, number | undefined])[];
  DATABASE_URL?: string;
  REPOSITORY_URL?: string;
}

/** What this process does. */
export interface Tiers {
  web: boolean;
  api: boolean;
  /** Kinds of background jobs that it does, each with the number that run at the same time if it is set; null if none. */
  jobs: ReadonlyMap<JobName, number | undefined> | null;
}

/** With an outside API, only screens are left for this process; otherwise it does everything unless ROLE says less. */
export function readTiers({ ROLE, JOBS, REPOSITORY_URL }: TierEnvironment): Tiers {
  const has = (name: TierName) => (ROLE ?? (REPOSITORY_URL ? ['web'] : tierNames)).includes(name);
  const jobs = JOBS ?? jobNames.map((name) => [name, undefined] as const);
  return { web: has('web'), api: has('api'), jobs: has('worker') ? new Map(jobs) : null };
}

/** Errors of ROLE and JOBS together with other variables. */
export function tierErrors(env: TierEnvironment): string[] {
  const { web, api, jobs } = readTiers(env);
  const errors: string[] = [];
  if (env.REPOSITORY_URL && (api || jobs)) errors.push('ROLE: must be web with REPOSITORY_URL, or absent');
  if (!env.REPOSITORY_URL && web && !api) errors.push('REPOSITORY_URL: is required with ROLE=web');
  if (api !== (jobs !== null) && !env.DATABASE_URL) {
    errors.push(
      'DATABASE_URL: is required if another process does the jobs, because one process alone has the embedded database',
    );
  }
  if (env.JOBS && !jobs) errors.push('JOBS: requires worker in ROLE');
  return errors;
}
