import { FairTurns } from '@domain/fair-turns';

import { waitingAccount } from '../context/visitor-address';
import type { Actor } from '../context/context';

/**
 * Classes that are read or compared at the same time, because each may need a parser child, and the columnar engine. A
 * visitor has one at a time, so that nobody can take all of them; few wait, because a class takes a second. Own estimates.
 */
const turns = new FairTurns(2, { perAccount: 1, waiting: 5, patienceMs: 30_000 });

/** Longest time for one class. */
const classMs = 60_000;

/** Does work on a class when it is the turn of its visitor. Throws Outage if too many wait. */
export function inClassTurn<Result>(
  actor: Actor | null,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return turns.run(waitingAccount(actor), signal, () => work(AbortSignal.any([signal, AbortSignal.timeout(classMs)])));
}
