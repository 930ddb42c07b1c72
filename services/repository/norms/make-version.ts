import { setImmediate } from 'node:timers/promises';

import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../context/context';
import { forgetNorms } from '../publication/forget-shared';
import { isFound } from '../search/found-data-sets';
import {
  findNewestVersion,
  listForgottenKeys,
  listMembers,
  listSummaries,
  type NormCurves,
  type NormVersion,
  storeVersion,
} from '../store/norm-versions';
import { areOf, type Contribution, listCells, listContributedKeys } from '../store/norms';
import { vocabulary } from '../vocabulary';
import { computeNorms, offeredBy, summaryOf } from './compute-norms';
import { type Contributed, everything, gather } from './gather';

/** Contributions of all data sets, and when it was read which data sets there are. */
export interface ReadContributions {
  contributions: Contribution[];
  readAt: Date;
}

/**
 * Makes a version of the curves of these contributions, unless the newest one is of the same and has all of its curves, or
 * what has changed has no results. Curves of results that are the same in both are not made again. Returns false if the version could not be
 * stored, because another job has stored one or a data set was withdrawn meanwhile.
 */
export async function makeVersion(
  repository: RepositoryContext,
  { contributions, readAt }: ReadContributions,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now, settings } = repository;
  const former = await findNewestVersion(db);
  const changed = changesOf(former ? await listMembers(db, former.place) : [], contributions);
  const keys = await keysOf(repository, former, changed);
  if (keys.size === 0) return true;
  const curves: NormCurves[] = [];
  for await (const made of makeCurves(repository, [...keys], contributions)) {
    signal.throwIfAborted();
    curves.push(made);
  }
  const madeAt = now();
  return db.transaction(async (tx) => {
    const version = {
      day: localDay(madeAt, settings.timeZone),
      readAt,
      madeAt,
      former: former?.id ?? null,
      contributions,
      isCounted: isFound,
      curves,
    };
    if ((await storeVersion(tx, version)) === null) return false;
    await forgetNorms(tx, repository);
    return true;
  });
}

/** Contributions that are in only one of two lists. */
function changesOf(before: readonly Contribution[], after: readonly Contribution[]): Contribution[] {
  const [former, present] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  return [...before.filter(({ id }) => !present.has(id)), ...after.filter(({ id }) => !former.has(id))];
}

/**
 * Kinds of results that change: those of changed contributions, those that the last version had of withdrawn ones, and those
 * whose curves were forgotten since, although a withdrawn data set was restored, or removed with its contribution.
 */
async function keysOf(
  { db }: RepositoryContext,
  former: NormVersion | null,
  changed: readonly Contribution[],
): Promise<Set<string>> {
  const keys = new Set(
    await listContributedKeys(
      db,
      changed.map(({ id }) => id),
    ),
  );
  if (former) {
    for (const key of await listForgottenKeys(db, former.place)) keys.add(key);
    for (const [key, { dataSets }] of await listSummaries(db, former.place)) {
      if (changed.some(({ nr }) => dataSets.includes(nr))) keys.add(key);
    }
  }
  return keys;
}

/** Curves of each kind of result. What the next one is made of is read meanwhile. */
async function* makeCurves({ db }: RepositoryContext, keys: string[], contributions: readonly Contribution[]) {
  const ids = contributions.map(({ id }) => id);
  const read = (key: string | undefined) => {
    const reading = key === undefined ? Promise.resolve([]) : listCells(db, key, areOf(ids));
    // It fails for whoever awaits it.
    reading.catch(() => undefined);
    return reading;
  };
  let next = read(keys[0]);
  for (const [at, key] of keys.entries()) {
    const contributed = await next;
    next = read(keys[at + 1]);
    yield await curvesOf(key, contributed);
  }
}

async function curvesOf(key: string, contributed: Contributed): Promise<NormCurves> {
  const target = vocabulary.targets.raw.get(key);
  // A kind of result that this release does not know any more has no curves from now on.
  if (!target) return { key, summary: null, curves: null };
  const gathered = gather(target, contributed, everything);
  const norms = await computeNorms(gathered, setImmediate);
  const summary = summaryOf(norms);
  return { key, summary, curves: summary && { ...norms, offered: offeredBy(gathered) } };
}
