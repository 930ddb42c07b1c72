import type { TFunction } from 'i18next';

import type { NormGroup, Norms } from '@domain/api/norms';
import { normSexes } from '@domain/norms/age-groups';

import { middleOf } from './curve-geometry';

/** The sexes that have a picture: those with results of people, or with groups beside the curves alone, which are points then. */
export function drawnGroups({ groups, points }: Pick<Norms, 'groups' | 'points'>, t: TFunction): NormGroup[] {
  return normSexes.flatMap((sex): NormGroup[] => {
    const group = groups.find((one) => one.sex === sex);
    if (group && group.ages.length > 0) return [group];
    const hasPoints = points.some((point) => point.sex === sex && middleOf(point) !== null);
    return hasPoints ? [{ sex, label: t(`compare:form.sexes.${sex}`), ages: [], curves: [], fit: null }] : [];
  });
}
