import { inject } from 'vitest';

import { createRandom } from '../../services/repository/help-files/made-up-people';

/** Numbers from 0 to below 1 for whatever a test leaves to chance. TEST_SEED repeats those of a run. */
export const createChance = (): (() => number) => createRandom(inject('seed')).fraction;
