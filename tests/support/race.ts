import { setTimeout as pause } from 'node:timers/promises';

import { createChance } from './chance';

const { RACE_ROUNDS } = process.env;
/** Rounds of each race: one in `npm run test:all`, many with RACE_ROUNDS where somebody looks for a race. */
export const raceRounds = Number(RACE_ROUNDS ?? 1);
/** Calls begin within this time of each other: about as long as one of them takes. */
const spreadMs = 12;
const chance = createChance();

/** Begins calls at moments of chance, close to each other; answers their answers in their order. */
export function race<Answer>(calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  return Promise.all(
    calls.map(async (call) => {
      await pause(chance() * spreadMs);
      return call();
    }),
  );
}

/**
 * Every two of some things, a thing and itself too. In a usual test run the first thing with each alone: all pairs
 * take minutes.
 */
export function pairsOf<Thing>(things: readonly Thing[]): [Thing, Thing][] {
  const firsts = RACE_ROUNDS === undefined ? things.slice(0, 1) : things;
  return firsts.flatMap((one, index) => things.slice(index).map((two): [Thing, Thing] => [one, two]));
}

/** Every order of some things. */
export function permutations<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) => permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
