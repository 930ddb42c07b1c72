import type { NormSex } from '@domain/norms/age-groups';
import type { Cell } from '@domain/norms/cells';
import { quantileOf } from '@domain/norms/empirical-percentiles';
import type { Lms } from '@domain/norms/lms';
import { farthestZ, limitedZ, lmsAtAge, type LmsCurves, percentileOf } from '@domain/norms/lms-curves';
import { minPersonsPlaced } from '@domain/norms/rules';
import { type ValueScale, valueOf } from '@domain/norms/value-scale';

import { ageOfSlot, type Chosen, slotOf } from './gather-cells';

/** Some people of one sex beside the curves. */
export interface Placed {
  persons: number;
  ages: { start: number; end: number };
  /** Their completed years of age, ascending. */
  years: number[];
  /** Median of their results. */
  median: number;
  /** Percentile, given age, at which the median person stands; null with fewer than 10 of them at ages with a curve. */
  standing: number | null;
  /** How many people this is the standing of: those at ages with a curve; 0 without a standing. */
  placed: number;
}

/** People of one sex by data set, and by year of the test. */
export interface Standings {
  bySource: Map<number, Placed>;
  byYear: Map<number, Placed>;
}

/** z-scores are counted in hundredths, as far as they are told. */
const zSteps = 100;
const unknownStep = -1;
const zBins = 2 * farthestZ * zSteps + 1;

/**
 * Where the people of each data set and year stand in the curves of all: at the percentile of the median of their z-scores
 * given age, which is not moved by a few odd results, and does not depend on how old they are. `pause` is called after
 * each data set, so that others can be answered.
 */
export async function placePeople(
  { parts, scale }: Chosen,
  { sex, curves, pause }: { sex: NormSex; curves: LmsCurves | null; pause: () => Promise<void> },
): Promise<Standings> {
  const zOf = curves && zTable(curves, scale);
  const [bySource, byYear] = [new Map<number, Tally>(), new Map<number, Tally>()];
  for (const { nr, cells } of parts) {
    for (const cell of cells) {
      if (cell.sex !== sex) continue;
      tallyOf(bySource, nr, scale).add(cell, zOf);
      if (cell.year !== null) tallyOf(byYear, cell.year, scale).add(cell, zOf);
    }
    await pause();
  }
  return { bySource: placedOf(bySource), byYear: placedOf(byYear) };
}

function tallyOf(tallies: Map<number, Tally>, key: number, scale: ValueScale): Tally {
  const known = tallies.get(key);
  if (known) return known;
  const tally = new Tally(scale);
  tallies.set(key, tally);
  return tally;
}

function placedOf(tallies: Map<number, Tally>): Map<number, Placed> {
  return new Map([...tallies].map(([key, tally]) => [key, tally.placed()]));
}

/** Steps of z-scores by bin at a slot of age, each computed when it first occurs. */
interface ZSteps {
  known: Int16Array;
  compute(bin: number): number;
}

/** Null where there is no curve. */
type ZTable = (slot: number) => ZSteps | null;

function zTable(curves: LmsCurves, scale: ValueScale): ZTable {
  const slots = new Map<number, ZSteps | null>();
  return (slot) => {
    const found = slots.get(slot);
    if (found !== undefined) return found;
    const lms = lmsAtAge(curves, ageOfSlot(slot));
    const made = lms && zStepsOf(curves, lms, scale);
    slots.set(slot, made);
    return made;
  };
}

function zStepsOf(curves: LmsCurves, lms: Lms, scale: ValueScale): ZSteps {
  const known = new Int16Array(scale.count).fill(unknownStep);
  const compute = (bin: number) => {
    known[bin] = Math.round((limitedZ(curves, lms, valueOf(scale, bin)) + farthestZ) * zSteps);
    return known[bin];
  };
  return { known, compute };
}

/** Counts of results and of z-scores. */
class Tally {
  readonly #bins: Float64Array;
  readonly #zs = new Float64Array(zBins);
  #persons = 0;
  #placed = 0;
  readonly #years = new Set<number>();

  constructor(readonly scale: ValueScale) {
    this.#bins = new Float64Array(scale.count);
  }

  add({ age, persons, codes, counts }: Cell, zOf: ZTable | null): void {
    this.#persons += persons;
    this.#years.add(age);
    const { count: bins } = this.scale;
    let [base, steps] = [-bins, null as ZSteps | null];
    for (let i = 0; i < codes.length; i += 1) {
      const [code, count] = [codes[i]!, counts[i]!];
      // Codes ascend, so those of a quarter come one after the other.
      if (code >= base + bins) {
        const quarter = Math.floor(code / bins);
        base = quarter * bins;
        steps = zOf?.(slotOf(age, quarter)) ?? null;
      }
      const bin = code - base;
      this.#bins[bin]! += count;
      if (!steps) continue;
      const step = steps.known[bin]!;
      this.#zs[step === unknownStep ? steps.compute(bin) : step]! += count;
      this.#placed += count;
    }
  }

  placed(): Placed {
    const years = [...this.#years].sort((a, b) => a - b);
    const isPlaced = this.#placed >= minPersonsPlaced;
    const z = medianOf(this.#zs, this.#placed) / zSteps - farthestZ;
    return {
      persons: this.#persons,
      ages: { start: years[0]!, end: years.at(-1)! },
      years,
      median: quantileOf(this.#bins, 0.5, this.scale),
      standing: isPlaced ? percentileOf(z) : null,
      placed: isPlaced ? this.#placed : 0,
    };
  }
}

/** Median of counted steps, with those of one step spread evenly around it. */
function medianOf(counts: Float64Array, all: number): number {
  let before = 0;
  for (const [step, count] of counts.entries()) {
    if (count > 0 && before + count >= all / 2) return step - 0.5 + (all / 2 - before) / count;
    before += count;
  }
  return 0;
}
