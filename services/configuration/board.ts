import type { z } from 'zod';

import { reminderDays, reviewDays, withdrawnKeepDays } from '@domain/limits';

import { dayList, oneOf, wholeNumber } from './variables';

/** Variables about how the editorial board reviews and withdraws data sets. */
export const boardSettings = {
  BOARD_ASSIGNMENT: oneOf(['chair', 'automatic']),
  BOARD_OPEN_PANELS: oneOf(['on', 'off']),
  BOARD_SMALL_VERSIONS: oneOf(['two', 'one']),
  REVIEW_DAYS: wholeNumber(reviewDays, { min: 1 }),
  REMINDER_DAYS: dayList(reminderDays),
  DECISION_LETTER: oneOf(['automatic', 'chair']),
  WITHDRAWN_KEEP_DAYS: wholeNumber(withdrawnKeepDays, { min: 1, max: 36_500 }),
  WITHDRAWN_DOI: oneOf(['hidden', 'findable']),
};
type BoardEnvironment = z.output<z.ZodObject<typeof boardSettings>>;

/** How the editorial board reviews, and what becomes of withdrawn data sets. */
export function readBoard(env: BoardEnvironment) {
  return {
    board: {
      assignment: env.BOARD_ASSIGNMENT ?? ('chair' as const),
      hasOpenPanels: env.BOARD_OPEN_PANELS !== 'off',
      smallVersions: env.BOARD_SMALL_VERSIONS ?? ('two' as const),
      reviewDays: env.REVIEW_DAYS,
      reminderDays: env.REMINDER_DAYS,
      letterByChair: env.DECISION_LETTER === 'chair',
    },
    withdrawal: { keepDays: env.WITHDRAWN_KEEP_DAYS, isDoiFindable: env.WITHDRAWN_DOI === 'findable' },
  };
}
