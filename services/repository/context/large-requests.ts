import { setImmediate } from 'node:timers/promises';

import { FairTurns } from './fair-turns';

/** JSON of this many characters takes a few milliseconds to parse and validate, which nobody notices. Own estimate. */
const largeCharacters = 256 * 1024;
/** Estimate for an entry of a template. */
export const charactersPerEntry = 100;

/** One at a time: each keeps the process, and with the embedded database its only connection, busy for a while. */
const turns = new FairTurns(1, { waiting: 20 });
const patient = new AbortController().signal;

/** Does work on content of a size. Large content waits for a turn of its account, and lets other requests in before. */
export async function inTurnIfLarge<Result>(
  account: string,
  characters: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (characters < largeCharacters) return work();
  return turns.run(account, patient, async () => {
    await setImmediate();
    return work();
  });
}
