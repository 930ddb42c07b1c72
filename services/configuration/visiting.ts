import { z } from 'zod';

import { databaseAddress, optionalText, wholeNumber } from './variables';

const addressList = optionalText
  .transform((text) => text?.split(/[\s,]+/) ?? [])
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be http addresses, separated by blanks' })))
  // fetch refuses such addresses.
  .refine((addresses) => addresses.every((each) => new URL(each).username === ''), {
    error: 'must not have a user: set PURGE_TOKEN',
    abort: true,
  });

/** Variables about what takes visitors from the servers and the database, explained in docs/operations.md. */
export const visitingSettings = {
  REPLICA_DATABASE_URL: databaseAddress,
  REPLICA_LAG_SECONDS: wholeNumber(5, { min: 2, max: 300 }),
  SHARED_CACHE_SECONDS: wholeNumber(0, { min: 0, max: 86_400 }),
  PURGE_URL: addressList,
  PURGE_TOKEN: optionalText.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII')
      .optional(),
  ),
};
interface VisitingEnvironment {
  DATABASE_URL?: string | undefined;
  REPLICA_DATABASE_URL?: string | undefined;
  REPLICA_LAG_SECONDS: number;
  SHARED_CACHE_SECONDS: number;
  PURGE_URL: string[];
  PURGE_TOKEN?: string | undefined;
}

/** A standby of the database for visitors, and caches in front of the servers. */
export function readVisiting(env: VisitingEnvironment) {
  const { REPLICA_DATABASE_URL: url, REPLICA_LAG_SECONDS: lagSeconds } = env;
  return {
    /** A standby that answers what visitors read, while it is not further behind; undefined means that there is none. */
    databaseStandby: url ? { url, lagSeconds } : undefined,
    /** How long shared caches may keep public answers, and where they are told to forget some of them earlier. */
    sharedCache: {
      seconds: env.SHARED_CACHE_SECONDS,
      purgeAddresses: env.PURGE_URL,
      purgeToken: env.PURGE_TOKEN,
      /** How far answers to visitors may be behind. */
      lagSeconds: url ? lagSeconds : 0,
    },
  };
}

/** Errors of settings that have no effect by themselves. */
export function visitingErrors(env: VisitingEnvironment): string[] {
  const { DATABASE_URL, REPLICA_DATABASE_URL, SHARED_CACHE_SECONDS, PURGE_URL, PURGE_TOKEN } = env;
  return [
    ...(REPLICA_DATABASE_URL && !DATABASE_URL ? ['REPLICA_DATABASE_URL: requires DATABASE_URL'] : []),
    ...(PURGE_URL.length > 0 && SHARED_CACHE_SECONDS === 0 ? ['PURGE_URL: requires SHARED_CACHE_SECONDS'] : []),
    ...(PURGE_TOKEN && PURGE_URL.length === 0 ? ['PURGE_TOKEN: requires PURGE_URL'] : []),
  ];
}
