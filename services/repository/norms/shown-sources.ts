import type { KeptCurves } from '@domain/norms/kept-norms';

/** Data sets of a choice as they are shown, their groups beside the curves, and how many there are in all. */
export interface ShownSources extends Pick<KeptCurves, 'sources' | 'points'> {
  inAll: { raw: number; beside: number };
}

/** What was shown of curves last, because they stay, and looking through 50,000 data sets takes some 20 ms. */
const shown = new WeakMap<object, { most: number; sources: ShownSources }>();

/** The data sets with the most people, at most so many, by number. */
export function showSources(curves: Pick<KeptCurves, 'sources' | 'points'>, most: number): ShownSources {
  const known = shown.get(curves);
  if (known?.most === most) return known.sources;
  const sources = largestOf(curves, most);
  shown.set(curves, { most, sources });
  return sources;
}

function largestOf({ sources, points }: Pick<KeptCurves, 'sources' | 'points'>, most: number): ShownSources {
  const raw = sources.filter(({ kind }) => kind === 'raw').length;
  const inAll = { raw, beside: sources.length - raw };
  if (sources.length <= most) return { sources, points, inAll };
  const largest = sources.toSorted((a, b) => b.persons - a.persons || a.nr - b.nr).slice(0, most);
  const numbers = new Set(largest.map(({ nr }) => nr));
  return {
    sources: sources.filter(({ nr }) => numbers.has(nr)),
    points: points.filter(({ nr }) => numbers.has(nr)),
    inAll,
  };
}
