import { LRUCache } from 'lru-cache';

import type { KeptCurves, KeptSummary } from '@domain/norms/kept-norms';

import { type Database } from '../store/database';
import { findCurves, type NormVersion } from '../store/norm-versions';

/** Curves of all data sets with their summary. */
export interface FoundCurves {
  summary: KeptSummary;
  curves: KeptCurves;
}

/**
 * Curves that were read last. A version never changes, but a database may be replaced by another one with the same ids.
 * Those of one result take less than a megabyte.
 */
const byStore = new WeakMap<Database, LRUCache<string, FoundCurves>>();
const mostKept = 40;

/** Curves of a kind of result in a version; null if it has none. */
export async function readCurves(db: Database, version: NormVersion, key: string): Promise<FoundCurves | null> {
  const kept = byStore.get(db) ?? new LRUCache<string, FoundCurves>({ max: mostKept });
  byStore.set(db, kept);
  const name = `${version.id} ${version.madeAt.getTime()} ${key}`;
  const known = kept.get(name);
  if (known) return known;
  const found = await findCurves(db, version.place, key);
  if (found) kept.set(name, found);
  return found;
}
