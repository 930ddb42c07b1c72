import type { NormSex } from '@domain/norms/age-groups';
import type { KeptCurves } from '@domain/norms/kept-norms';

import { showSources, type ShownSources } from './shown-sources';

/** Norms with the data sets with the most people in full. Of the others it is known where they count. */
export interface ShortCurves extends KeptCurves, ShownSources {
  /** Numbers of the data sets in the curves by sex and completed year (`placeName`), those with the most people first. */
  byPlace: ReadonlyMap<string, Uint32Array>;
}

/** Data sets that are kept in full. Only files tell of more. */
export const mostInShort = 1000;

/** What was shortened last, because norms stay, and looking through 50,000 data sets takes some 20 ms. */
const known = new WeakMap<KeptCurves, ShortCurves>();

/** Norms without what only files tell; those that are short already as they are. */
export function shorten(curves: KeptCurves): ShortCurves {
  const found = known.get(curves);
  if (found) return found;
  const short = { ...curves, ...showSources(curves, mostInShort), byPlace: placesOf(curves) };
  for (const one of [curves, short]) known.set(one, short);
  return short;
}

const byPersons = (sources: KeptCurves['sources']) => sources.toSorted((a, b) => b.persons - a.persons || a.nr - b.nr);

const placeName = (sex: NormSex, year: number) => `${sex} ${year}`;

function placesOf({ sources }: KeptCurves): ShortCurves['byPlace'] {
  const places = new Map<string, number[]>();
  for (const { nr, kind, groups } of byPersons(sources)) {
    if (kind !== 'raw') continue;
    for (const { sex, years } of groups) {
      for (const year of years) {
        const name = placeName(sex, year);
        const numbers = places.get(name);
        if (numbers) numbers.push(nr);
        else places.set(name, [nr]);
      }
    }
  }
  return new Map([...places].map(([name, numbers]) => [name, Uint32Array.from(numbers)]));
}

const none = new Uint32Array();

/** Numbers of the data sets with people of a sex at a completed year of age in the curves, those with the most people first. */
export function dataSetsAt({ byPlace }: ShortCurves, sex: NormSex, year: number): Uint32Array {
  return byPlace.get(placeName(sex, year)) ?? none;
}
