import type { AgeGroup } from './age-groups';
import { countsByBin } from './bins';
import { shareToValue } from './empirical-percentiles';
import { standingOf, type LmsCurves } from './lms-curves';
import { isPercentileTold } from './rules';
import type { ValueScale } from './value-scale';

/** Median of the results of groups together, in the unit of the results; null with fewer than 10 people. */
export function medianResult(groups: readonly AgeGroup[], scale: ValueScale): number | null {
  const counts = new Float64Array(scale.count);
  let persons = 0;
  for (const group of groups) {
    const own = countsByBin(group, scale);
    own.counts.forEach((count, bin) => (counts[bin]! += count));
    persons += own.persons;
  }
  return isPercentileTold(persons, 50) ? shareToValue(counts, persons, scale)(0.5) : null;
}

/**
 * Percentile of the curves at which the median person of a study or a year stands, given age and sex: half of its people
 * stand lower for their own age. So a study of older children does not seem better for that. People of ages without a curve
 * do not count; null with fewer than 10 others.
 *
 * It is the median of the percentiles and not the mean of the z-scores, which single results far out would move, and which
 * says nothing of a test at whose floor or ceiling many people stay.
 */
export function standingOfMedianPerson(groups: readonly AgeGroup[], curves: LmsCurves): number | null {
  const standings: { percentile: number; persons: number }[] = [];
  for (const { age, values, counts } of groups) {
    values.forEach((value, at) => {
      const standing = counts[at]! > 0 ? standingOf(curves, age, value) : null;
      if (standing) standings.push({ percentile: standing.percentile, persons: counts[at]! });
    });
  }
  const persons = standings.reduce((sum, standing) => sum + standing.persons, 0);
  if (!isPercentileTold(persons, 50)) return null;
  standings.sort((a, b) => a.percentile - b.percentile);
  return (personAt(standings, Math.ceil(persons / 2)) + personAt(standings, Math.floor(persons / 2) + 1)) / 2;
}

/** Percentile of the nth person of a sorted list, counted from 1. */
function personAt(standings: readonly { percentile: number; persons: number }[], nth: number): number {
  let before = 0;
  for (const { percentile, persons } of standings) {
    before += persons;
    if (before >= nth) return percentile;
  }
  return standings.at(-1)!.percentile;
}
