import type { KeptSummary } from '@domain/norms/kept-norms';

import type { Database } from '../store/database';
import { listLeftOut, listSummaries, type NormVersion } from '../store/norm-versions';
import { summaryWithout } from './compute-norms';
import { goneFrom } from './kept-curves';

/** Summaries of a version by kind of result, with the numbers of all data sets in them. */
interface VersionSummaries {
  name: string;
  summaries: ReadonlyMap<string, KeptSummary>;
  dataSets: ReadonlySet<number>;
}

/**
 * Those of the version that was asked for last, which is the newest one. They name all data sets, so reading them takes as
 * long as there are many, and they never change: what is left out is told apart.
 */
const byStore = new WeakMap<Database, VersionSummaries>();

/** Summaries of a version without the data sets that do not count in it any more, and the numbers of these, ascending. */
export async function readSummaries(
  db: Database,
  version: NormVersion,
): Promise<{ summaries: ReadonlyMap<string, KeptSummary>; gone: number[] }> {
  const { summaries, dataSets } = await readWhole(db, version);
  const leftOut = (await listLeftOut(db, version)).filter(({ nr }) => dataSets.has(nr));
  if (leftOut.length === 0) return { summaries, gone: [] };
  const gone = new Set([...summaries.values()].flatMap((summary) => goneFrom(summary, leftOut)));
  const left = [...summaries].flatMap(([key, whole]): [string, KeptSummary][] => {
    const summary = summaryWithout(whole, gone);
    return summary ? [[key, summary]] : [];
  });
  return { summaries: new Map(left), gone: [...gone].sort((a, b) => a - b) };
}

async function readWhole(db: Database, version: NormVersion): Promise<VersionSummaries> {
  // A database may be replaced by another one with the same ids.
  const name = `${version.id} ${version.madeAt.getTime()}`;
  const known = byStore.get(db);
  if (known?.name === name) return known;
  const summaries = await listSummaries(db, version.place);
  const dataSets = new Set<number>();
  for (const summary of summaries.values()) for (const nr of summary.dataSets) dataSets.add(nr);
  const read = { name, summaries, dataSets };
  byStore.set(db, read);
  return read;
}
