import { mostDataSetsAtPlace, type StandingRequest, type Standings } from '@domain/api/standings';

import type { RepositoryContext } from '../../context/context';
import { openCurves } from '../../norms/open-curves';

/** Where results stand in the newest curves. Nothing is stored or logged. Open to everybody. */
export async function placeResults(repository: RepositoryContext, { results }: StandingRequest): Promise<Standings> {
  const { version, place } = await openCurves(repository);
  const placed = await place(results);
  const places = new Map<Uint32Array, number>();
  const standings = placed.map(({ dataSets, ...standing }): Standings['standings'][number] => {
    if (dataSets.length > 0 && !places.has(dataSets)) places.set(dataSets, places.size);
    return { ...standing, place: places.get(dataSets) ?? null };
  });
  return {
    version,
    standings,
    places: [...places.keys()].map((numbers) => ({
      dataSets: [...numbers.subarray(0, mostDataSetsAtPlace)].sort((a, b) => a - b),
      dataSetsInAll: numbers.length,
    })),
  };
}
