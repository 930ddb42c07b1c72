import { LRUCache } from 'lru-cache';

import type { KeptCurves, KeptSummary } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../context/context';
import { type Database } from '../store/database';
import { findCurves, listMembers, type Member, type NormVersion } from '../store/norm-versions';
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

/** A version with all its contributions that are there. */
export interface VersionMembers {
  version: NormVersion;
  members: Member[];
}

/** The contributions of a version. */
export async function withMembers(db: Database, version: NormVersion): Promise<VersionMembers> {
  return { version, members: await listMembers(db, version.place) };
}

/** Contributions of a version whose data sets are not withdrawn. */
export function leftOf({ members }: VersionMembers): Member[] {
  return members.filter(({ isWithdrawn }) => !isWithdrawn);
}

/**
 * Numbers of the data sets of a summary whose results do not count any more: they were withdrawn, or are closed now and were
 * not when it was made.
 */
export function goneFrom({ dataSets, beside = [] }: KeptSummary, members: readonly Member[]): number[] {
  const byNumber = new Map(members.map((member) => [member.nr, member]));
  return dataSets.filter((nr) => {
    const member = byNumber.get(nr);
    if (!member || member.isWithdrawn) return true;
    return member.isClosed && (member.kind === 'agg' || !beside.includes(nr));
  });
}

type StoredCurves = NonNullable<Awaited<ReturnType<typeof findCurves>>>;

/**
 * Curves that were read last. A version never changes but for what is withdrawn, but a database may be replaced by another
 * one with the same ids. Those of one result take less than a megabyte.
 */
const byStore = new WeakMap<Database, LRUCache<string, StoredCurves>>();
const mostKept = 40;

/**
 * Curves of a kind of result in a version; null if it has none. If one of the data sets in them was withdrawn, or is closed
 * now, they are made of what is left. Throws an Outage like `chooseNorms`.
 */
export async function readCurves(
  repository: Pick<RepositoryContext, 'db'>,
  asked: VersionMembers,
  key: string,
): Promise<FoundCurves | null> {
  const { version } = asked;
  const stored = await readStored(repository.db, version, key);
  if (!stored) return null;
  const { summary, curves } = stored;
  const gone = goneFrom(summary, asked.members);
  if (curves && gone.length === 0) return { summary, curves, madeOf: summary.dataSets, gone };
  const target = vocabulary.targets.raw.get(key);
  if (!target) return null;
  const made = await chooseNorms(repository, { target, version, members: leftOf(asked), choice: everything });
  return { summary: summaryOf(made), curves: made, madeOf: summary.dataSets, gone };
}

async function readStored(db: Database, version: NormVersion, key: string): Promise<StoredCurves | null> {
  const kept = byStore.get(db) ?? new LRUCache<string, StoredCurves>({ max: mostKept });
  byStore.set(db, kept);
  const name = `${version.id} ${version.madeAt.getTime()} ${key}`;
  const known = kept.get(name);
  if (known) return known;
  const found = await findCurves(db, version.place, key);
  if (found) kept.set(name, found);
  return found;
}
