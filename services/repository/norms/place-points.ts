import { normPercentiles } from '@domain/norms/age-groups';
import type { KeptPoint } from '@domain/norms/kept-norms';
import { type LmsCurves, percentileOf, standingOf } from '@domain/norms/lms-curves';

/** Years of age that a group may have, to be compared with the middle of its ages. Of wider ones most are of other ages. Own estimate. */
const mostYears = 2;

/**
 * Where groups of aggregated data of one sex stand in the curves: at the percentile (0 to 100) of the mean z-score of their
 * medians, or otherwise means, each counted as often as it has people, and how many people these are; null if none is at
 * an age with a curve.
 */
export function placePoints(
  points: readonly KeptPoint[],
  curves: LmsCurves | null,
): { standing: number; placed: number } | null {
  if (!curves) return null;
  const placed = points.flatMap(({ ages, mean, percentiles, persons }) => {
    const middle = percentiles[normPercentiles.indexOf(50)] ?? mean;
    const years = ages.end + 1 - ages.start;
    if (middle === null || years > mostYears) return [];
    const standing = standingOf(curves, ages.start + years / 2, middle);
    return standing ? [{ persons, z: standing.z }] : [];
  });
  const all = placed.reduce((sum, { persons }) => sum + persons, 0);
  if (all === 0) return null;
  const z = placed.reduce((sum, one) => sum + one.z * one.persons, 0) / all;
  return { standing: percentileOf(z), placed: all };
}
