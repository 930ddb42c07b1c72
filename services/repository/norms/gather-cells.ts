import type { AgeGroup, NormSex } from '@domain/norms/age-groups';
import { type Cell, peopleByCode } from '@domain/norms/cells';
import { type CellChoice, chosenCells, placesOf } from '@domain/norms/choose-cells';
import { ageOf, quarters, readCode } from '@domain/norms/result-codes';
import { binOf, isSameScale, type ValueScale, valueOf } from '@domain/norms/value-scale';

import type { ContributedCells } from '../store/norms';
import { readCells } from './cell-bytes';

/** The cells of one data set that belong to a choice. */
export interface ChosenPart {
  nr: number;
  cells: Cell[];
}

/** The people of a choice. */
export interface Chosen {
  parts: ChosenPart[];
  scale: ValueScale;
}

/** Cells of data sets that belong to a choice, with codes of one scale. Data sets without any are left out. */
export function chooseParts(
  contributed: readonly ({ nr: number } & Pick<ContributedCells, 'cells'>)[],
  choice: CellChoice,
  scale: ValueScale,
): Chosen {
  const parts = contributed.flatMap(({ nr, cells: bytes }): ChosenPart[] => {
    if (bytes.length === 0) return [];
    const read = readCells(bytes);
    const cells = read.cells.filter(chosenCells(choice, placesOf(read.cells)));
    if (cells.length === 0) return [];
    return [
      { nr, cells: isSameScale(read.scale, scale) ? cells : cells.map((cell) => onScale(cell, read.scale, scale)) },
    ];
  });
  return { parts, scale };
}

/** A cell of an earlier release, whose bins were others. */
function onScale(cell: Cell, before: ValueScale, scale: ValueScale): Cell {
  const counts = new Map<number, number>();
  for (const [at, former] of cell.codes.entries()) {
    const { quarter, bin } = readCode(former, before);
    const code = quarter * scale.count + binOf(scale, valueOf(before, bin));
    counts.set(code, (counts.get(code) ?? 0) + cell.counts[at]!);
  }
  return { ...cell, ...peopleByCode(counts) };
}

/** Results of people of one sex by exact age, as counts by bin. */
export interface SexCounts {
  sex: NormSex;
  /** Counts by bin, by completed year and quarter as `slotOf` numbers them. */
  slots: Map<number, Float64Array>;
  /** Number of people by completed year. */
  persons: Map<number, number>;
}

/** Number of a quarter (0 to 4) of a completed year of age. */
export function slotOf(age: number, quarter: number): number {
  return age * (quarters + 1) + quarter;
}

/** Exact age of a slot. */
export function ageOfSlot(slot: number): number {
  return ageOf(Math.floor(slot / (quarters + 1)), slot % (quarters + 1));
}

/** Counts the people of one sex. */
export function countSex({ parts, scale }: Chosen, sex: NormSex): SexCounts {
  const slots = new Map<number, Float64Array>();
  const persons = new Map<number, number>();
  for (const { cells } of parts) {
    for (const cell of cells) {
      if (cell.sex !== sex) continue;
      persons.set(cell.age, (persons.get(cell.age) ?? 0) + cell.persons);
      const byQuarter = Array.from({ length: quarters + 1 }, (_, quarter) => slots.get(slotOf(cell.age, quarter)));
      const { codes, counts } = cell;
      for (let i = 0; i < codes.length; i += 1) {
        const quarter = Math.floor(codes[i]! / scale.count);
        let bins = byQuarter[quarter];
        if (!bins) {
          bins = new Float64Array(scale.count);
          byQuarter[quarter] = bins;
          slots.set(slotOf(cell.age, quarter), bins);
        }
        bins[codes[i]! % scale.count]! += counts[i]!;
      }
    }
  }
  return { sex, slots, persons };
}

/** The same as groups by exact age, ascending. */
export function ageGroupsOf({ slots }: SexCounts, scale: ValueScale): AgeGroup[] {
  return [...slots].map(([slot, bins]) => groupOf(ageOfSlot(slot), bins, scale)).sort((a, b) => a.age - b.age);
}

/** A group of people from counts by bin. */
function groupOf(age: number, bins: Float64Array, scale: ValueScale): AgeGroup {
  let different = 0;
  for (const count of bins) if (count > 0) different += 1;
  const group = { age, values: new Float64Array(different), counts: new Float64Array(different) };
  let at = 0;
  for (const [bin, count] of bins.entries()) {
    if (count === 0) continue;
    group.values[at] = valueOf(scale, bin);
    group.counts[at] = count;
    at += 1;
  }
  return group;
}
