import { setImmediate } from 'node:timers/promises';

import type { StandingRequest, Standings } from '@domain/api/standings';
import { normPercentiles, type NormSex } from '@domain/norms/age-groups';
import type { KeptCurves } from '@domain/norms/kept-norms';
import { percentileOf, percentilesAt, sharesAt, standingOf } from '@domain/norms/lms-curves';
import { possibleOf } from '@domain/norms/value-scale';
import { bandOf, toldShare } from '@domain/norms/rules';

import type { RepositoryContext } from '../context/context';
import { type FoundCurves, presentVersion, readCurves } from './kept-curves';
import { findNewestVersion } from '../store/norm-versions';
import { limitsOfResult } from './result-scale';
import { vocabulary } from '../vocabulary';

type Standing = Standings['standings'][number];
type PlacedResult = StandingRequest['results'][number];

/** After so many results others are answered. They take a few milliseconds. */
const resultsAtOnce = 1000;

/** The newest curves of all data sets, in which results are placed. */
export interface OpenCurves {
  /** Null before the first curves are made. */
  version: Standings['version'];
  /** Standings in the order of the results. An impossible result has no percentile. */
  place(results: readonly PlacedResult[]): Promise<Standing[]>;
}

/** Opens the newest curves: whatever is published meanwhile, all results are placed in this version. */
export async function openCurves(repository: RepositoryContext): Promise<OpenCurves> {
  const { db } = repository;
  const version = await findNewestVersion(db);
  if (!version) return { version: null, place: (results) => Promise.resolve(results.map(() => nowhere)) };
  const asked = await presentVersion(db, version);
  const found = new Map<string, FoundCurves | null>();
  const place = async (results: readonly PlacedResult[]) => {
    const standings: Standing[] = [];
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

const nowhere: Standing = {
  percentile: null,
  worse: null,
  same: null,
  z: null,
  band: null,
  median: null,
  percentiles: null,
  persons: 0,
  dataSets: [],
};

function placeIn(found: FoundCurves | null, { key, sex, age, value }: PlacedResult): Standing {
  const curves = found?.curves.curves[sex];
  const percentiles = curves && percentilesAt(curves, age);
  if (!found || !curves || !percentiles) return nowhere;
  const [lowest, highest] = possibleOf(curves.scale);
  const margin = curves.scale.width / 2;
  const isPossible = value >= lowest - margin && value <= highest + margin;
  const limits = limitsOfResult(vocabulary.targets.raw.get(key)!);
  const round = (one: number) => Number(one.toFixed(limits.decimals + 1));
  const standing = isPossible ? standingOf(curves, age, value) : null;
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
    median: round(percentiles[normPercentiles.indexOf(50)]!),
    percentiles: percentiles.map(round),
    persons: group?.ages.find((one) => one.age === year)?.persons ?? 0,
    dataSets: dataSetsAt(found.curves, sex, year),
  };
}

/** Data sets with people of a sex and year of age by curves, sex and year: many results of a class are of the same. */
const known = new WeakMap<KeptCurves, Map<string, number[]>>();

/** Numbers of the data sets with people of a sex at a completed year of age. */
function dataSetsAt(curves: KeptCurves, sex: NormSex, year: number): number[] {
  const byPlace = known.get(curves) ?? new Map<string, number[]>();
  known.set(curves, byPlace);
  const name = `${sex} ${year}`;
  const numbers =
    byPlace.get(name) ??
    curves.sources
      .filter(({ kind, groups }) => kind === 'raw' && groups.some((one) => one.sex === sex && one.years.includes(year)))
      .map(({ nr }) => nr);
  byPlace.set(name, numbers);
  return numbers;
}
