import { inject } from 'vitest';

import { createRandom } from '../../services/repository/help-files/made-up-people';

/** Random numbers from 0 to below 1. TEST_SEED repeats those of an earlier run. */
export const createChance = (): (() => number) => createRandom(inject('seed')).fraction;
