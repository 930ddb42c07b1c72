import type { TFunction } from 'i18next';

import type { NormGroup, Norms } from '@domain/api/norms';
import { normSexes } from '@domain/norms/age-groups';

import { type CurveDrawing, drawCurves, type Edges } from './curve-geometry';

/** A sex and its picture. */
export interface DrawnGroup {
  group: NormGroup;
  drawing: CurveDrawing;
}

/**
 * The sexes that have a picture: those of which something lies between the edges, results of people or groups beside the
 * curves alone, which are points then.
 */
export function drawnGroups({ groups, points }: Pick<Norms, 'groups' | 'points'>, edges: Edges, t: TFunction) {
  return normSexes.flatMap((sex): DrawnGroup[] => {
    const label = t(`compare:form.sexes.${sex}`);
    const group = groups.find((one) => one.sex === sex) ?? { sex, label, ages: [], curves: [], fit: null };
    const drawing = drawCurves(group, points, edges);
    return drawing.bars.length > 0 || drawing.points.length > 0 ? [{ group, drawing }] : [];
  });
}
