import { setImmediate } from 'node:timers/promises';

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
import { keptNorms } from './kept-norms';

/**
 * One choice is computed at a time, and visitors take turns, because each keeps the processor busy for a few tens of
 * milliseconds. Own estimates of what waits and for how long.
 */
const turns = new FairTurns(1, { waiting: 20, patienceMs: 20_000 });
/** What was asked for is computed also if its client has left, because others may get it. */
const unaborted = new AbortController().signal;
/** Choices that wait or are computed, for all who ask for the same. */
const computing = new WeakMap<Database, Map<string, Promise<KeptCurves>>>();

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
export async function chooseNorms({ db }: Pick<RepositoryContext, 'db'>, asked: AskedNorms): Promise<KeptCurves> {
  const { target, version, leftOut, choice } = asked;
  // A data set may be withdrawn and restored: then its contribution goes and comes back, maybe while another one goes.
  const parts = contentTag(leftOut.map(({ nr, isWithdrawn }) => [nr, isWithdrawn]));
  const name = JSON.stringify([target.key, version.id, version.madeAt, parts, choice]);
  const kept = keptNorms(db).get(name)?.curves;
  if (kept) return kept;
  const waiting = computing.get(db) ?? new Map<string, Promise<KeptCurves>>();
  computing.set(db, waiting);
  const known = waiting.get(name);
  if (known) return known;
  const made = turns
    .run(visitorAddress(), unaborted, () => compute(db, asked))
    .then((curves) => {
      keptNorms(db).set(name, { summary: null, curves });
      return curves;
    })
    .finally(() => waiting.delete(name));
  waiting.set(name, made);
  return made;
}

async function compute(db: Database, { target, version, leftOut, choice }: AskedNorms): Promise<KeptCurves> {
  const cells = await listCells(db, target.key, areIn(db, version.place, choice.dataSets));
  // What is kept by this name is of the moment when `leftOut` was read, and not of the present licences.
  const states = new Map(leftOut.map((one) => [one.nr, one]));
  const contributed = cells
    .filter(({ nr }) => states.get(nr)?.isWithdrawn !== true)
    .map((one) => ({ ...one, isClosed: states.has(one.nr) }));
  const gathered = gather(target, contributed, choice);
  const norms = await computeNorms(gathered, setImmediate);
  return { ...norms, offered: offeredBy(gathered) };
}
