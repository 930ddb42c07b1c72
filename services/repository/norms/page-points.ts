import type { PicturedTest } from '@domain/api/published-distributions';
import { normPercentiles, type NormSex, normSexes } from '@domain/norms/age-groups';
import type { KeptPoint } from '@domain/norms/kept-norms';

import { resultOfTrial, vocabulary } from '../vocabulary';
import { rankOfValues, type ResultPoints } from './read-points';
import type { WholeDataSet } from './read-results';

/**
 * Groups of a closed data set: the quartiles by sex and age that its page tells, and nothing else, so that norms tell
 * nothing about its people that everybody could not read there.
 */
export function pagePoints(tests: readonly PicturedTest[], { year, country }: WholeDataSet): ResultPoints[] {
  return tests.flatMap(({ key, curves }) => {
    const target = vocabulary.targets.raw.get(key);
    if (!target || !curves || resultOfTrial(key) !== null) return [];
    const points = curves.groups.flatMap(({ sex, results, lines }) => {
      if (!isNormSex(sex)) return [];
      return curves.ages.flatMap((ages, at): KeptPoint[] => {
        const persons = results[at];
        const percentiles = normPercentiles.map((rank) => valueOf(lines, rankOfValues(rank, target), at));
        if (!persons || percentiles.every((value) => value === null)) return [];
        return [{ sex, ages, year, country, persons, mean: null, sd: null, percentiles }];
      });
    });
    return points.length > 0 ? [{ key, points }] : [];
  });
}

type Lines = NonNullable<PicturedTest['curves']>['groups'][number]['lines'];

function valueOf(lines: Lines, rank: number, at: number): number | null {
  return lines.find(({ statistic }) => statistic === `p${rank}`)?.values[at] ?? null;
}

function isNormSex(sex: string | null): sex is NormSex {
  return normSexes.some((one) => one === sex);
}
