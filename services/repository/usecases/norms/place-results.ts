import type { StandingRequest, Standings } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { openCurves } from '../../norms/open-curves';

/** Where results stand in the newest curves. Nothing is stored or logged. Open to everybody. */
export async function placeResults(repository: RepositoryContext, { results }: StandingRequest): Promise<Standings> {
  const { version, place } = await openCurves(repository);
  return { version, standings: await place(results) };
}
