import type { StandingRequest, Standings } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { openCurves } from '../../norms/open-curves';
import { vocabulary } from '../../vocabulary';

/** Where results stand in the newest curves. Nothing is stored or logged. Open to everybody. */
export async function placeResults(repository: RepositoryContext, { results }: StandingRequest): Promise<Standings> {
  const { version, place } = await openCurves(repository);
  const standings = await place(results);
  return {
    version,
    standings: standings.map((standing, at) => (isNoCount(results[at]!) ? { ...standing, ...unplaced } : standing)),
  };
}

const unplaced = { percentile: null, worse: null, same: null, z: null, band: null };

/** Whether a result lies between two counts, as 2.5 push-ups do, in a test whose result is no mean of trials. */
function isNoCount({ key, value }: StandingRequest['results'][number]): boolean {
  const { step = null, test = null } = vocabulary.targets.raw.get(key) ?? {};
  if (step === null || (test !== null && vocabulary.tests.get(test)?.result === 'mean')) return false;
  return Math.abs(value / step - Math.round(value / step)) > 1e-6;
}
