import type { KeptCurves } from '@domain/norms/kept-norms';

type Curves = Pick<KeptCurves, 'sources' | 'points'>;
type Source = Curves['sources'][number];

/** Data sets of a choice as they are shown, their groups beside the curves, and how many there are in all. */
export interface ShownSources extends Curves {
  inAll: { raw: number; beside: number };
}

/** Data sets in the curves and beside them, those with the most people first. */
interface Ranked {
  raw: Source[];
  beside: Source[];
}

/** The order of curves, because they stay, and ordering 50,000 data sets takes some 20 ms. */
const ranks = new WeakMap<object, Ranked>();

/**
 * At most so many data sets, by number: of those in the curves and of those beside them the ones with the most people. Each
 * kind gets half, as far as it has so many, because large studies would push out all groups beside the curves.
 */
export function showSources(curves: Curves & Partial<ShownSources>, most: number): ShownSources {
  const { sources, points } = curves;
  const { raw, beside } = ranks.get(curves) ?? rank(sources);
  ranks.set(curves, { raw, beside });
  // Of norms in short, it is told with them.
  const inAll = curves.inAll ?? { raw: raw.length, beside: beside.length };
  if (sources.length <= most) return { sources, points, inAll };
  const mostRaw = Math.max(Math.ceil(most / 2), most - beside.length);
  const largest = raw.slice(0, mostRaw);
  largest.push(...beside.slice(0, most - largest.length));
  const numbers = new Set(largest.map(({ nr }) => nr));
  return {
    sources: largest.toSorted((a, b) => a.nr - b.nr),
    points: points.filter(({ nr }) => numbers.has(nr)),
    inAll,
  };
}

function rank(sources: readonly Source[]): Ranked {
  const ranked = sources.toSorted((a, b) => b.persons - a.persons || a.nr - b.nr);
  const raw = ranked.filter(({ kind }) => kind === 'raw');
  return { raw, beside: ranked.filter(({ kind }) => kind !== 'raw') };
}
