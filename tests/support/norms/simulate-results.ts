import type { AgeGroup } from '@domain/norms/age-groups';
import { normalQuantile } from '@domain/norms/normal';
import { binOf, valueOf, type ValueScale } from '@domain/norms/value-scale';

import { createRandom } from '../../../services/repository/help-files/made-up-people';

/** How results of simulated people come about. */
export interface Simulation {
  persons: number;
  seed: number;
  /** Ages in years, evenly spread. */
  ages: readonly [number, number];
  /** Whether only completed years are known, or quarters of them. */
  resolution: 'years' | 'quarters';
  scale: ValueScale;
  /** Result at an exact age and a z-score. */
  result: (age: number, z: number) => number;
}

/** Results of simulated people as groups by age. */
export function simulateResults({ persons, seed, ages, resolution, scale, result }: Simulation): AgeGroup[] {
  const chance = createRandom(seed);
  const groups = new Map<number, Map<number, number>>();
  for (let person = 0; person < persons; person += 1) {
    const age = ages[0] + chance.fraction() * (ages[1] - ages[0]);
    const z = normalQuantile(Math.min(Math.max(chance.fraction(), 1e-9), 1 - 1e-9));
    const value = valueOf(scale, binOf(scale, result(age, z)));
    const middle = resolution === 'years' ? Math.floor(age) + 0.5 : Math.floor(age * 4) / 4 + 0.125;
    const group = groups.get(middle) ?? new Map<number, number>();
    groups.set(middle, group.set(value, (group.get(value) ?? 0) + 1));
  }
  return [...groups].sort(([a], [b]) => a - b).map(([age, counts]) => groupOf(age, counts));
}

/** A group from the number of people of each value. */
export function groupOf(age: number, counts: Iterable<readonly [number, number]>): AgeGroup {
  const entries = [...counts].sort(([a], [b]) => a - b);
  return {
    age,
    values: Float64Array.from(entries.map(([value]) => value)),
    counts: Float64Array.from(entries.map(([, count]) => count)),
  };
}
