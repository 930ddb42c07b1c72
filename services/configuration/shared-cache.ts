import { z } from 'zod';

import { optionalText, wholeNumber } from './variables';

const addressList = optionalText
  .transform((text) => text?.split(/[\s,]+/) ?? [])
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be http addresses, separated by blanks' })));

/** Variables about caches in front of the servers, explained in docs/operations.md. */
export const sharedCacheSettings = {
  SHARED_CACHE_SECONDS: wholeNumber(0, { min: 0, max: 86_400 }),
  PURGE_URL: addressList,
  PURGE_TOKEN: optionalText.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII')
      .optional(),
  ),
};
interface SharedCacheEnvironment {
  SHARED_CACHE_SECONDS: number;
  PURGE_URL: string[];
  PURGE_TOKEN?: string | undefined;
  REPLICA_DATABASE_URL?: string | undefined;
  REPLICA_LAG_SECONDS: number;
}

/** How long shared caches may keep public answers, and where they are told to forget some of them earlier. */
export function readSharedCache(env: SharedCacheEnvironment) {
  return {
    seconds: env.SHARED_CACHE_SECONDS,
    purgeAddresses: env.PURGE_URL,
    purgeToken: env.PURGE_TOKEN,
    /** How far answers to visitors may be behind. */
    lagSeconds: env.REPLICA_DATABASE_URL ? env.REPLICA_LAG_SECONDS : 0,
  };
}

/** Errors of settings that have no effect by themselves. */
export function sharedCacheErrors(env: SharedCacheEnvironment): string[] {
  return [
    ...(env.PURGE_URL.length > 0 && env.SHARED_CACHE_SECONDS === 0 ? ['PURGE_URL: requires SHARED_CACHE_SECONDS'] : []),
    ...(env.PURGE_TOKEN && env.PURGE_URL.length === 0 ? ['PURGE_TOKEN: requires PURGE_URL'] : []),
  ];
}
