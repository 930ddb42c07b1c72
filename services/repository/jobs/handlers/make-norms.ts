import { isOutage } from '@domain/outage';

import type { RepositoryContext } from '../../context/context';
import { TableEngineError } from '../../context/table-engine';
import { contribute, contributionId, rowsIn } from '../../norms/contribute';
import { makeVersion } from '../../norms/make-version';
import { manyRows } from '../../norms/read-results';
import { isFound } from '../../search/found-data-sets';
import { orMissing } from '../../files/read-objects';
import { earlierNow } from '../../store/norm-versions';
import { type Contribution, listKnownIds, listNormDataSets, type NormDataSet } from '../../store/norms';

/**
 * Job 'make-norms': reads what published data sets contribute to norms, if it is not known yet, and makes a version of the
 * curves, if it differs from the one before. Of the versions of a data set the newest that is not withdrawn contributes.
 * Does nothing if all is as it was, so it may run at any time and in several servers; what was read stays if it is
 * stopped. A data set that cannot be read keeps none from its curves: it is left out, and the job throws after the version,
 * so that the log tells of it and it is tried again.
 */
export async function makeNorms(repository: RepositoryContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    const readAt = await earlierNow(repository.db, repository.now());
    const outcome = await contributeAll(repository, await listContributions(repository, signal), signal);
    if (outcome === null || !(await makeVersion(repository, { ...outcome, readAt }, signal))) continue;
    if (outcome.unreadable.length > 0) throw new AggregateError(outcome.unreadable, 'Norms lack data sets.');
    return;
  }
}

/** What published data sets contribute. */
interface Listed {
  contributions: Contribution[];
  unread: Unread[];
}

/** All contributions of published data sets, and which of them are not known yet. */
async function listContributions({ db }: RepositoryContext, signal: AbortSignal): Promise<Listed> {
  const listed: Listed = { contributions: [], unread: [] };
  for await (const dataSets of listNormDataSets(db, isFound)) {
    signal.throwIfAborted();
    const some = dataSets.map((dataSet) => ({ id: contributionId(dataSet), dataSet }));
    const known = await listKnownIds(
      db,
      some.map(({ id }) => id),
    );
    for (const { id, dataSet } of some) listed.contributions.push({ id, nr: dataSet.nr });
    listed.unread.push(...some.filter(({ id }) => !known.has(id)));
  }
  return listed;
}

/** Data sets that are read at once, so that engine, database and this process work at the same time. */
const readAtOnce = 4;

/** A data set with the id of what it contributes. */
interface Unread {
  id: string;
  dataSet: NormDataSet;
}

/** What data sets contribute, and an error for each one that cannot be read. */
interface Outcome {
  contributions: Contribution[];
  unreadable: Error[];
}

/** Contributions of all data sets; null if one of them was withdrawn meanwhile. Tables that are lost contribute nothing. */
async function contributeAll(
  repository: RepositoryContext,
  { contributions, unread }: Listed,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const outcomes = new Map<string, 'stored' | 'withdrawn' | 'lost'>();
  const unreadable: Error[] = [];
  const read = async ({ id, dataSet }: Unread, stopping: AbortSignal) => {
    const isStored = await orMissing(contribute(repository, dataSet, stopping));
    outcomes.set(id, isStored === null ? 'lost' : isStored ? 'stored' : 'withdrawn');
  };
  const leaveOut = ({ id, dataSet }: Unread, error: unknown, stopping: AbortSignal) => {
    // If the database or the store is away, it is so for all.
    if (stopping.aborted || isOutage(error)) throw error;
    outcomes.set(id, 'lost');
    unreadable.push(Object.assign(new Error('A data set cannot be read.', { cause: error }), { dataSet: dataSet.nr }));
  };
  // A large one may take most of the memory of the engine.
  const alone = unread.filter(({ dataSet }) => rowsIn(dataSet.tables) > manyRows);
  const together = unread.filter(({ dataSet }) => rowsIn(dataSet.tables) <= manyRows);
  await eachAtOnce(readAtOnce, together, signal, async (one, stopping) => {
    await read(one, stopping).catch((error: unknown) => {
      // Alone it has all of the memory, and an engine that has not failed because of another one.
      if (error instanceof TableEngineError) alone.push(one);
      else leaveOut(one, error, stopping);
    });
  });
  await eachAtOnce(1, alone, signal, (one, stopping) =>
    read(one, stopping).catch((error: unknown) => leaveOut(one, error, stopping)),
  );
  if ([...outcomes.values()].includes('withdrawn')) return null;
  const there = contributions.filter(({ id }) => outcomes.get(id) !== 'lost');
  return { contributions: there, unreadable };
}

/** Works on items, some at once. The first failure stops all of it, as the signal does. */
async function eachAtOnce<Item>(
  atOnce: number,
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const stopping = AbortSignal.any([signal, failing.signal]);
  const waiting = items.values();
  const workOn = async () => {
    for (const item of waiting) {
      stopping.throwIfAborted();
      await work(item, stopping);
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    workOn().catch((error: unknown) => {
      failing.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
