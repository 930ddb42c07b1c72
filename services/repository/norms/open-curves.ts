import { setImmediate } from 'node:timers/promises';

import type { StandingRequest, Standings } from '@domain/api/standings';
import { normPercentiles } from '@domain/norms/age-groups';
import { percentileOf, percentilesAt, sharesAt, standingOf } from '@domain/norms/lms-curves';
import { possibleOf } from '@domain/norms/value-scale';
import { bandOf, toldShare } from '@domain/norms/rules';

import type { RepositoryContext } from '../context/context';
import { type FoundCurves, presentVersion, readCurves } from './kept-curves';
import { findNewestVersion } from '../store/norm-versions';
import { isBetweenCounts, limitsOfResult } from './result-scale';
import { dataSetsAt } from './short-curves';
import { vocabulary } from '../vocabulary';

/** Where a result stands, with the people behind the curve there. */
export interface PlacedStanding extends Omit<Standings['standings'][number], 'place'> {
  /** Numbers of the data sets with people of its sex and year, those with the most people first; one list for all of them. */
  dataSets: Uint32Array;
}
type PlacedResult = StandingRequest['results'][number];

/** After so many results others are answered. They take a few milliseconds. */
const resultsAtOnce = 1000;

/** The newest curves of all data sets, in which results are placed. */
export interface OpenCurves {
  /** Null before the first curves are made. */
  version: Standings['version'];
  /** Standings in the order of the results. Impossible results, and those between two counts, have no percentile. */
  place(results: readonly PlacedResult[]): Promise<PlacedStanding[]>;
}

/** Opens the newest curves: whatever is published meanwhile, all results are placed in this version. */
export async function openCurves(repository: RepositoryContext): Promise<OpenCurves> {
  const { db } = repository;
  const version = await findNewestVersion(db);
  if (!version) return { version: null, place: (results) => Promise.resolve(results.map(() => nowhere)) };
  const asked = await presentVersion(db, version);
  const found = new Map<string, FoundCurves | null>();
  const place = async (results: readonly PlacedResult[]) => {
    const standings: PlacedStanding[] = [];
    for (const [at, result] of results.entries()) {
      if (at % resultsAtOnce === 0) await setImmediate();
      const isKnown = vocabulary.targets.raw.has(result.key);
      if (isKnown && !found.has(result.key)) found.set(result.key, await readCurves(repository, asked, result.key));
      standings.push(placeIn(found.get(result.key) ?? null, result));
    }
    return standings;
  };
  return { version: version.id, place };
}

const nowhere: PlacedStanding = {
  percentile: null,
  worse: null,
  same: null,
  z: null,
  band: null,
  reason: 'no-curve',
  median: null,
  percentiles: null,
  persons: 0,
  dataSets: new Uint32Array(),
};

function placeIn(found: FoundCurves | null, { key, sex, age, value }: PlacedResult): PlacedStanding {
  const curves = found?.curves.curves[sex];
  const percentiles = curves && percentilesAt(curves, age);
  if (!found || !curves || !percentiles) return nowhere;
  const [lowest, highest] = possibleOf(curves.scale);
  const margin = curves.scale.width / 2;
  const isPossible = value >= lowest - margin && value <= highest + margin;
  const refused = isBetweenCounts(key, value) ? 'between-counts' : null;
  const reason = isPossible ? refused : 'impossible';
  const limits = limitsOfResult(vocabulary.targets.raw.get(key)!);
  const round = (one: number) => Number(one.toFixed(limits.decimals + 1));
  const standing = reason === null ? standingOf(curves, age, value) : null;
  const percentile = standing && percentileOf(standing.z);
  const shares = standing && sharesAt(curves, age, value, limits);
  const group = found.curves.groups.find((one) => one.sex === sex);
  const year = Math.floor(age);
  return {
    percentile,
    worse: shares && toldShare(shares.worse),
    same: shares && toldShare(shares.same),
    z: standing && Number(standing.z.toFixed(2)),
    band: percentile === null ? null : bandOf(percentile),
    reason,
    median: round(percentiles[normPercentiles.indexOf(50)]!),
    percentiles: percentiles.map(round),
    persons: group?.ages.find((one) => one.age === year)?.persons ?? 0,
    dataSets: dataSetsAt(found.curves, sex, year),
  };
}
