import type { TFunction } from 'i18next';

import type { NormGroup, Norms } from '@domain/api/norms';
import { normSexes } from '@domain/norms/age-groups';

import { drawCurves, type Edges } from './curve-geometry';

/**
 * The sexes that have a picture: those of which something lies between the edges, results of people or groups beside the
 * curves alone, which are points then.
 */
export function drawnGroups({ groups, points }: Pick<Norms, 'groups' | 'points'>, edges: Edges, t: TFunction) {
  return normSexes.flatMap((sex): NormGroup[] => {
    const label = t(`compare:form.sexes.${sex}`);
    const group = groups.find((one) => one.sex === sex) ?? { sex, label, ages: [], curves: [], fit: null };
    const { bars, points: marks } = drawCurves(group, points, edges);
    return bars.length > 0 || marks.length > 0 ? [group] : [];
  });
}
