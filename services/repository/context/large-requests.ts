import { setImmediate, setTimeout as pause } from 'node:timers/promises';

import { FairTurns } from '@domain/fair-turns';

/** JSON of this many characters takes a few milliseconds to parse and validate, which nobody notices. Own estimate. */
const largeCharacters = 256 * 1024;
/** Estimate for an entry of a template. */
export const charactersPerEntry = 100;

/** Own estimate of what somebody waits for. */
const patienceMs = 60_000;
/** One at a time: each keeps the process, and with the embedded database its only connection, busy for a while. */
const turns = new FairTurns(1, { waiting: 20, patienceMs });
/** Saves of an account wait for each other before they ask for their turn. */
const saves = new FairTurns(Infinity, { perAccount: 1, waiting: 20, patienceMs });
/** What has arrived whole is done, also if its client has left. */
const unaborted = new AbortController().signal;

/**
 * After a large save its account rests this many times as long, so that saves keep the database busy for less than five
 * percent of the time. A save of 4 MB takes about a second.
 */
const restFactor = 20;
const longestRestMs = 30_000;
/** When the next large save of an account may begin, as of `performance.now()`. */
const restsUntil = new Map<string, number>();

/** Does work on content of a size. Large content waits for a turn of its account, and lets other requests in before. */
export async function inTurnIfLarge<Result>(
  account: string,
  characters: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (characters < largeCharacters) return work();
  return turns.run(account, unaborted, async () => {
    await setImmediate();
    return work();
  });
}

/**
 * Saves content of a size. Large content waits for a turn, and until its account has rested from the save before. The
 * session of the account may end meanwhile, so `confirm` is asked whether it may still save.
 */
export async function saveInTurn<Result>(
  { account, confirm }: { account: string; confirm: () => Promise<void> },
  characters: number,
  save: () => Promise<Result>,
): Promise<Result> {
  if (characters < largeCharacters) return save();
  return saves.run(account, unaborted, async () => {
    await pause(Math.max(0, (restsUntil.get(account) ?? 0) - performance.now()));
    return turns.run(account, unaborted, async () => {
      await confirm();
      return restAfter(account, save);
    });
  });
}

async function restAfter<Result>(account: string, save: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await save();
  } finally {
    const end = performance.now();
    for (const [other, until] of restsUntil) if (until < end) restsUntil.delete(other);
    restsUntil.set(account, end + Math.min(longestRestMs, restFactor * (end - start)));
  }
}
