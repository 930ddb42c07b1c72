import { z } from 'zod';

import { addDays } from './local-time';

/** Days, yyyy-MM-dd, from which the end of something new is chosen: the first, the last, and the usual one. */
export const ChosenEndSchema = z.object({ from: z.string(), to: z.string(), usual: z.string() });
export type ChosenEnd = z.infer<typeof ChosenEndSchema>;

/** The days that may be chosen today, both ends included. */
export function chosenEnd(today: string, { usualDays, maxDays }: { usualDays: number; maxDays: number }): ChosenEnd {
  return { from: today, to: addDays(today, maxDays), usual: addDays(today, usualDays) };
}
