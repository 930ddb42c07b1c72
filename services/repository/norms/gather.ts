import type { NormChoice, NormSource } from '@domain/api/norms';
import { chosenCells, placesOf } from '@domain/norms/choose-cells';
import type { UploadKind } from '@domain/upload-id';

import type { ContributedCells } from '../store/norms';
import type { Target } from '../vocabulary';
import type { Gathered } from './compute-norms';
import { chooseParts } from './gather-cells';
import { scaleOfResult } from './result-scale';

/** What is chosen of the values of a result, without its version. */
export type Choice = Omit<NormChoice, 'version'>;

/** The choice that the versions keep curves of. */
export const everything: Choice = { sex: null, ages: null, years: null, countries: [], dataSets: [] };

/** What data sets have contributed to a kind of result. */
export type Contributed = readonly ({ nr: number; kind: UploadKind; isClosed: boolean } & Pick<
  ContributedCells,
  'cells' | 'points'
>)[];

/**
 * The people and groups of a choice among what data sets have contributed to a kind of result. Data sets that are closed now,
 * whose rows not everybody may see, are beside the curves with what their pages tell; cells, and groups of aggregated data,
 * from a time when they were open are left out. Single results could be found out from any other numbers, and from mixtures
 * with rows that are known.
 */
export function gather(target: Target, contributed: Contributed, choice: Choice): Gathered {
  const { dataSets, ages } = choice;
  const own = dataSets.length === 0 ? contributed : contributed.filter(({ nr }) => dataSets.includes(nr));
  const points = own.flatMap((one) => {
    if (one.isClosed && one.kind === 'agg') return [];
    const { nr, points: groups } = one;
    // A group with several ages belongs to a choice that has all of them.
    const isChosen = chosenCells({ ...choice, ages: null }, placesOf(groups));
    return groups
      .filter((group) => isChosen({ ...group, age: group.ages.start }))
      .filter((group) => ages === null || (group.ages.start >= ages.start && group.ages.end <= ages.end))
      .map((group) => ({ nr, ...group }));
  });
  const open = own.filter(({ isClosed }) => !isClosed);
  return {
    target,
    chosen: chooseParts(open, choice, scaleOfResult(target)),
    points,
    kinds: new Map(own.map((one) => [one.nr, kindOf(one)])),
  };
}

/** Raw data has no cells if it was closed when it contributed: its people are beside the curves also if it is open now. */
function kindOf({ kind, isClosed, cells }: Contributed[number]): NormSource['kind'] {
  if (isClosed) return 'closed';
  return kind === 'raw' && cells.length === 0 ? 'closed' : kind;
}
