import type { StandingRequest, Standings } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { openCurves } from '../../norms/open-curves';
import { isBetweenCounts } from '../../norms/result-scale';

/** Where results stand in the newest curves. Nothing is stored or logged. Open to everybody. */
export async function placeResults(repository: RepositoryContext, { results }: StandingRequest): Promise<Standings> {
  const { version, place } = await openCurves(repository);
  const standings = await place(results);
  return {
    version,
    standings: standings.map((standing, at) => {
      const { key, value } = results[at]!;
      return isBetweenCounts(key, value) ? { ...standing, ...unplaced } : standing;
    }),
  };
}

const unplaced = { percentile: null, worse: null, same: null, z: null, band: null };
