import { setImmediate } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import { areIn, type LeftOut, type NormVersion } from '../store/norm-versions';
import { FairTurns } from '@domain/fair-turns';
import type { KeptCurves } from '@domain/norms/kept-norms';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { visitorAddress } from '../context/visitor-address';
import type { Database } from '../store/database';
import { listCells } from '../store/norms';
import type { Target } from '../vocabulary';
import { computeNorms, offeredBy } from './compute-norms';
import { type Choice, gather } from './gather';

/**
 * One choice is computed at a time, and visitors take turns, because each keeps the processor busy for a few tens of
 * milliseconds. Own estimates of what waits and for how long.
 */
const turns = new FairTurns(1, { waiting: 20, patienceMs: 20_000 });
/** What was asked for is computed also if its client has left, because others may get it. */
const unaborted = new AbortController().signal;
const mostKept = 60;
const byStore = new WeakMap<Database, LRUCache<string, Promise<KeptCurves>>>();

/** A choice of the people of contributions that are there. */
export interface AskedNorms {
  target: Target;
  version: NormVersion;
  /** Data sets that do not count in the version any more. */
  leftOut: readonly LeftOut[];
  choice: Choice;
}

/**
 * Norms of a choice, computed when they are first asked for. Throws an Outage if too many choices of the visitor wait, or
 * this one too long.
 */
export function chooseNorms({ db }: Pick<RepositoryContext, 'db'>, asked: AskedNorms): Promise<KeptCurves> {
  const kept = byStore.get(db) ?? new LRUCache<string, Promise<KeptCurves>>({ max: mostKept });
  byStore.set(db, kept);
  const { target, version, leftOut, choice } = asked;
  // A data set may be withdrawn and restored: then its contribution goes and comes back, maybe while another one goes.
  const parts = contentTag(leftOut.map(({ nr, isWithdrawn }) => [nr, isWithdrawn]));
  const name = JSON.stringify([target.key, version.id, version.madeAt, parts, choice]);
  const known = kept.get(name);
  if (known) return known;
  const computing = turns.run(visitorAddress(), unaborted, async () => {
    const cells = await listCells(db, target.key, areIn(db, version.place, choice.dataSets));
    // What is kept by this name is of the moment when `leftOut` was read, and not of the present licences.
    const states = new Map(leftOut.map((one) => [one.nr, one]));
    const contributed = cells
      .filter(({ nr }) => states.get(nr)?.isWithdrawn !== true)
      .map((one) => ({ ...one, isClosed: states.has(one.nr) }));
    const gathered = gather(target, contributed, choice);
    const norms = await computeNorms(gathered, setImmediate);
    return { ...norms, offered: offeredBy(gathered) };
  });
  kept.set(name, computing);
  computing.catch(() => kept.delete(name));
  return computing;
}
