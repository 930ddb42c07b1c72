import { setTimeout as pause } from 'node:timers/promises';

import { createChance } from './chance';

const { RACE_ROUNDS } = process.env;
/** Rounds of each race: one in `npm run test:all`, more with RACE_ROUNDS to search for races. */
export const raceRounds = Number(RACE_ROUNDS ?? 1);
/** Calls begin within this time of each other, which is about the duration of a call. */
const spreadMs = 12;
const chance = createChance();

/** Starts calls at random moments, close to each other. Returns the results in the order of the calls. */
export function race<Answer>(calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  return Promise.all(
    calls.map(async (call) => {
      await pause(chance() * spreadMs);
      return call();
    }),
  );
}

/**
 * All pairs, including a thing with itself. Without RACE_ROUNDS only the pairs with the first thing, because all of
 * them take minutes.
 */
export function pairsOf<Thing>(things: readonly Thing[]): [Thing, Thing][] {
  const firsts = RACE_ROUNDS === undefined ? things.slice(0, 1) : things;
  return firsts.flatMap((one, index) => things.slice(index).map((two): [Thing, Thing] => [one, two]));
}

/** All orders of some things. */
export function permutations<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) => permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
