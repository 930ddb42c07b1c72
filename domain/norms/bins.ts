import type { AgeGroup } from './age-groups';
import { binOf, type ValueScale } from './value-scale';

/** Number of people in each bin of a scale, with its sum. */
export function countsByBin(group: AgeGroup, scale: ValueScale): { counts: Float64Array; persons: number } {
  const counts = new Float64Array(scale.count);
  let persons = 0;
  group.values.forEach((value, at) => {
    counts[binOf(scale, value)]! += group.counts[at]!;
    persons += group.counts[at]!;
  });
  return { counts, persons };
}
