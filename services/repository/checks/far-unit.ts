import type { TargetUnit } from '../vocabulary';

/** Units that differ by less are mixed up with unusual results: 21.3 cm and 213 mm. */
const minRatio = 100;

/** A unit that is much larger or smaller than that of a cell. */
interface FarUnit {
  unit: string;
  /** Factor to numbers in the default unit that were read in the wrong one. */
  ratio: number;
}

/** The first of some units that is much larger or smaller than the one given. */
export function farUnit(units: readonly TargetUnit[], given: TargetUnit): FarUnit | null {
  for (const { unit, conversion } of units) {
    const ratio = conversion.factor / given.conversion.factor;
    const isSimple = conversion.way === 'linear' && conversion.offset === 0 && given.conversion.way === 'linear';
    if (isSimple && (ratio >= minRatio || ratio <= 1 / minRatio)) return { unit, ratio };
  }
  return null;
}
