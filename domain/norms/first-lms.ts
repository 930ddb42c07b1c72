import type { AgeCells } from './lms-likelihood';
import { normalQuantile } from './normal';
import type { AgeGroup } from './age-groups';
import { binOf, type ValueScale } from './value-scale';

/** Values to begin a fit with: the middle of each age, and one spread as coefficient of variation. */
export interface FirstLms {
  means: readonly number[];
  spread: number;
}

/** Shares within the results between floor and ceiling at which a line is laid through them. */
const parts = [0.2, 0.5, 0.8] as const;
const spreads = [0.02, 1] as const;
const mostAtFloor = 0.99;

/**
 * Values to begin with where many people have the lowest possible result, of which the mean says too little: the normal
 * distribution of each age that agrees with the results between floor and ceiling, and with how many there are of them.
 */
export function firstOfCrowded(ages: readonly AgeCells[]): FirstLms {
  const places = ages.map((age) => parts.map((part) => placeOf(age, part)) as [Place, Place, Place]);
  let [sum, persons] = [0, 0];
  places.forEach(([lower, , upper], at) => {
    if (upper.z - lower.z < 0.05) return;
    sum += (ages[at]!.persons * (upper.value - lower.value)) / (upper.z - lower.z);
    persons += ages[at]!.persons;
  });
  const deviation = persons > 0 ? sum / persons : 0;
  const means = places.map(([, { value, z }]) => Math.max(value - deviation * z, value / 10));
  const mean = means.reduce((all, one, at) => all + one * ages[at]!.persons, 0) / totalOf(ages);
  return { means, spread: Math.min(Math.max(deviation / mean, spreads[0]), spreads[1]) };
}

function totalOf(ages: readonly AgeCells[]): number {
  return ages.reduce((sum, { persons }) => sum + persons, 0);
}

/** A value and the z-score that belongs to the share of the people below it. */
interface Place {
  value: number;
  z: number;
}

/** The place below which a part of the results between floor and ceiling lies. */
function placeOf({ edges, counts, persons }: AgeCells, part: number): Place {
  const [floor, ceiling] = [counts[0]! / persons, counts.at(-1)! / persons];
  const share = Math.min(Math.max(floor + part * (1 - floor - ceiling), 1 - mostAtFloor), mostAtFloor);
  let below = floor;
  for (let at = 1; at < edges.length; at += 1) {
    const own = counts[at]! / persons;
    if (own > 0 && below + own >= share) {
      const within = Math.min(Math.max((share - below) / own, 0), 1);
      return { value: edges[at - 1]! + within * (edges[at]! - edges[at - 1]!), z: normalQuantile(share) };
    }
    below += own;
  }
  return { value: edges[0]!, z: normalQuantile(share) };
}

/** From this share of the people of an age at the lowest possible result on, the floor is crowded. */
const crowdedShare = 0.4;

/** Whether so many people of an age have the lowest possible result that a fit begins elsewhere. */
export function isFloorCrowded({ values, counts }: AgeGroup, scale: ValueScale): boolean {
  let [floor, persons] = [0, 0];
  values.forEach((value, at) => {
    persons += counts[at]!;
    if (binOf(scale, value) === 0) floor += counts[at]!;
  });
  return floor >= crowdedShare * persons;
}
