import { LRUCache } from 'lru-cache';

import type { KeptCurves, KeptSummary } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../context/context';
import { type Database } from '../store/database';
import { findCurves, type LeftOut, listLeftOut, type NormVersion } from '../store/norm-versions';
import { vocabulary } from '../vocabulary';
import { chooseNorms } from './choice-norms';
import { summaryOf } from './compute-norms';
import { everything } from './gather';

/** Curves of all data sets of a version that are not withdrawn, with their summary. */
export interface FoundCurves {
  /** Null if none of the data sets is left. */
  summary: KeptSummary | null;
  curves: KeptCurves;
  /** Numbers of the data sets with results when the version was made. */
  madeOf: number[];
  /** Those of them that are in the curves no more. */
  gone: number[];
}

/** A version, and the data sets that do not count in it any more, if they were in it. */
export interface PresentVersion {
  version: NormVersion;
  leftOut: readonly LeftOut[];
}

/** A version as it is now. */
export async function presentVersion(db: Database, version: NormVersion): Promise<PresentVersion> {
  return { version, leftOut: await listLeftOut(db, version) };
}

/**
 * Numbers of the data sets of a summary whose results do not count any more: they were withdrawn, or are closed now and were
 * not when it was made.
 */
export function goneFrom({ dataSets, beside }: KeptSummary, leftOut: readonly LeftOut[]): number[] {
  if (leftOut.length === 0) return [];
  const [all, closed] = [new Set(dataSets), new Set(beside)];
  const isGone = ({ nr, kind, isWithdrawn }: LeftOut) =>
    all.has(nr) && (isWithdrawn || kind === 'agg' || !closed.has(nr));
  return leftOut.filter(isGone).map(({ nr }) => nr);
}

type StoredCurves = NonNullable<Awaited<ReturnType<typeof findCurves>>>;

/**
 * Curves that were read last. A version never changes but for what is withdrawn, but a database may be replaced by another
 * one with the same ids.
 */
const byStore = new WeakMap<Database, LRUCache<string, StoredCurves>>();
/** Those of one result take some hundred kilobytes, and half a kilobyte for each data set behind them. */
const mostKept = { max: 200, maxSize: 400_000 };

/** Number of data sets and groups in curves. */
function sizeOf({ curves }: StoredCurves): number {
  return 1 + (curves ? curves.sources.length + curves.points.length : 0);
}

/**
 * Curves of a kind of result in a version; null if it has none. If one of the data sets in them was withdrawn, or is closed
 * now, they are made of what is left. Throws an Outage like `chooseNorms`.
 */
export async function readCurves(
  repository: Pick<RepositoryContext, 'db'>,
  asked: PresentVersion,
  key: string,
): Promise<FoundCurves | null> {
  const { version, leftOut } = asked;
  const stored = await readStored(repository.db, version, key);
  if (!stored) return null;
  const { summary, curves } = stored;
  const gone = goneFrom(summary, leftOut);
  if (curves && gone.length === 0) return { summary, curves, madeOf: summary.dataSets, gone };
  const target = vocabulary.targets.raw.get(key);
  if (!target) return null;
  const made = await chooseNorms(repository, { target, version, leftOut, choice: everything });
  return { summary: summaryOf(made), curves: made, madeOf: summary.dataSets, gone };
}

async function readStored(db: Database, version: NormVersion, key: string): Promise<StoredCurves | null> {
  const kept = byStore.get(db) ?? new LRUCache<string, StoredCurves>({ ...mostKept, sizeCalculation: sizeOf });
  byStore.set(db, kept);
  const name = `${version.id} ${version.madeAt.getTime()} ${key}`;
  const known = kept.get(name);
  if (known) return known;
  const found = await findCurves(db, version.place, key);
  if (found) kept.set(name, found);
  return found;
}
