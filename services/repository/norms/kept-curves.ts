import type { KeptCurves, KeptSource, KeptSummary } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../context/context';
import { type Database } from '../store/database';
import { findCurves, findSourceAt, type LeftOut, listLeftOut, type NormVersion } from '../store/norm-versions';
import { vocabulary } from '../vocabulary';
import { chooseNorms } from './choice-norms';
import { summaryOf } from './compute-norms';
import { everything } from './gather';
import { type Kept, keptNorms } from './kept-norms';
import { shorten, type ShortCurves } from './short-curves';

/** Curves of all data sets of a version that are not withdrawn, with their summary. */
export interface FoundCurves {
  /** Null if none of the data sets is left. */
  summary: KeptSummary | null;
  curves: ShortCurves;
  /** The same with all data sets in full, for files. Throws an Outage like `chooseNorms`. */
  readWhole: () => Promise<KeptCurves>;
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

type StoredCurves = Kept & { summary: KeptSummary };

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
  const target = vocabulary.targets.raw.get(key);
  if (!target) return null;
  const make = () => chooseNorms(repository, { target, version, leftOut, choice: everything });
  if (curves && gone.length === 0) {
    const readWhole = async () => (await findCurves(repository.db, version.place, key))?.curves ?? make();
    return { summary, curves: shorten(curves), readWhole, madeOf: summary.dataSets, gone };
  }
  const made = await make();
  const readWhole = () => Promise.resolve(made);
  return { summary: summaryOf(made), curves: shorten(made), readWhole, madeOf: summary.dataSets, gone };
}

/** A data set as it is in curves that were found; null if it is not in them. */
export async function readSource(
  { db }: Pick<RepositoryContext, 'db'>,
  { version }: PresentVersion,
  { key, nr, found }: { key: string; nr: number; found: FoundCurves },
): Promise<KeptSource | null> {
  const known = found.curves.sources.find((one) => one.nr === nr);
  const at = found.madeOf.indexOf(nr);
  if (known || at < 0) return known ?? null;
  const stored = found.gone.length > 0 ? null : await findSourceAt(db, version.place, { key, at });
  if (stored?.nr === nr) return stored;
  return (await found.readWhole()).sources.find((one) => one.nr === nr) ?? null;
}

/** Curves as they were stored, in short: for 42,000 data sets they are 17 MB of JSON. */
async function readStored(db: Database, version: NormVersion, key: string): Promise<StoredCurves | null> {
  const kept = keptNorms(db);
  const name = `${version.id} ${version.madeAt.getTime()} ${key}`;
  const known = kept.get(name);
  if (known?.summary) return { ...known, summary: known.summary };
  const found = await findCurves(db, version.place, key);
  if (!found) return null;
  const short = { ...found, curves: found.curves && shorten(found.curves) };
  kept.set(name, short);
  return short;
}
