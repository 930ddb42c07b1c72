import type { z } from 'zod';

import { keptDays } from '@domain/limits';

import { wholeNumber } from './variables';

/** Up to a hundred years. */
export const retentionRange = { min: 1, max: 36_500 };

/** Variables with the days for which data about people is kept. */
export const retentionSettings = {
  KEEP_DRAFTS_DAYS: wholeNumber(keptDays.drafts, retentionRange),
  KEEP_SESSIONS_DAYS: wholeNumber(keptDays.sessions, retentionRange),
  KEEP_JOBS_DAYS: wholeNumber(keptDays.jobs, retentionRange),
  KEEP_PURPOSES_DAYS: wholeNumber(keptDays.purposes, retentionRange),
  KEEP_INVITATIONS_DAYS: wholeNumber(keptDays.invitations, retentionRange),
};
type RetentionEnvironment = { [name in keyof typeof retentionSettings]: z.output<(typeof retentionSettings)[name]> };

/** Days for which data about people is kept. */
export function readRetention(env: RetentionEnvironment) {
  return {
    draftDays: env.KEEP_DRAFTS_DAYS,
    sessionDays: env.KEEP_SESSIONS_DAYS,
    jobDays: env.KEEP_JOBS_DAYS,
    purposeDays: env.KEEP_PURPOSES_DAYS,
    invitationDays: env.KEEP_INVITATIONS_DAYS,
  };
}
