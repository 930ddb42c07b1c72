export type Sex = 'm' | 'f';

/** A test at the ages 6 to 17: mean at age 8 and change per year by sex, standard deviation, bounds and step. */
interface Growth {
  at8: Record<Sex, number>;
  perYear: Record<Sex, number>;
  sd: number;
  min: number;
  max: number;
  step: number;
}

/**
 * Plausible results of children and adolescents. Means at age 8 of run, jump, ball push and sprint follow 525,126
 * published results of Brandenburg third graders (run 1004 m, jump 125.7 cm, push 3.74 m, 4.52 m/s over 20 m). The
 * others are own estimates within the bounds of the vocabulary.
 */
export const growth = {
  run6min: growing([1030, 978], [32, 18], 130, { min: 450, max: 1850, step: 1 }),
  slj: growing([129, 122], [8.5, 5.5], 19, { min: 45, max: 290, step: 0.5 }),
  dash20hand: growing([4.36, 4.5], [-0.13, -0.1], 0.32, { min: 3.1, max: 7.2, step: 0.1 }),
  pushup40: growing([13, 12], [0.9, 0.6], 3.5, { min: 0, max: 34, step: 1 }),
  situp40: growing([19, 18], [1.1, 0.8], 5, { min: 0, max: 44, step: 1 }),
  jumpside15: growing([27, 27], [2, 1.9], 5, { min: 6, max: 58, step: 0.5 }),
  balback: growing([29, 31], [1.4, 1.4], 8, { min: 0, max: 48, step: 1 }),
  standreach: growing([-0.5, 2.5], [-0.1, 0.3], 6.5, { min: -28, max: 33, step: 0.5 }),
  medball1: growing([3.95, 3.5], [0.65, 0.4], 0.7, { min: 1.1, max: 14, step: 0.05 }),
  handgrip: growing([13.5, 12.2], [3, 1.9], 2.6, { min: 4, max: 70, step: 0.1 }),
  height: growing([130.5, 129.5], [5.4, 4.6], 5.6, { min: 95, max: 205, step: 0.1 }),
  bmi: growing([16.4, 16.3], [0.5, 0.5], 1.8, { min: 12.5, max: 30, step: 0.1 }),
} satisfies Record<string, Growth>;
export type Measure = keyof typeof growth;

function growing(
  [boys, girls]: [number, number],
  [boysPerYear, girlsPerYear]: [number, number],
  sd: number,
  range: { min: number; max: number; step: number },
): Growth {
  return { at8: { m: boys, f: girls }, perYear: { m: boysPerYear, f: girlsPerYear }, sd, ...range };
}

/** Mean of a measure at an age. */
export function meanAt(measure: Measure, sex: Sex, age: number): number {
  const { at8, perYear } = growth[measure];
  return at8[sex] + perYear[sex] * (age - 8);
}

/** Result of one person. `shift` is the person's distance from the mean, in standard deviations. */
export function result(random: Random, measure: Measure, person: { sex: Sex; age: number; shift?: number }): number {
  const { sd, ...range } = growth[measure];
  const mean = meanAt(measure, person.sex, person.age) + (person.shift ?? 0) * sd;
  // With a shift, the remaining variation is within the person.
  return random.normal(mean, person.shift === undefined ? sd : sd * 0.35, range);
}

/** Body mass in kg for a height in cm and a body mass index. */
export function massOf(height: number, bmi: number): number {
  return Math.round(bmi * (height / 100) ** 2 * 10) / 10;
}

/** Random numbers that are the same for the same seed. */
export interface Random {
  /** Uniform from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** Whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** Normally distributed around `mean`, limited to `min` and `max`, rounded to multiples of `step`. */
  normal(mean: number, sd: number, range: { min: number; max: number; step: number }): number;
}

/** Mulberry32: small, and random enough for demonstration data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    whole: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    normal: (mean, sd, { min, max, step }) => {
      // Box and Muller. 1 - fraction keeps the logarithm finite.
      const spread = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
      return toStep(Math.min(max, Math.max(min, mean + sd * spread)), step);
    },
  };
}

/** Rounds to a multiple of `step` without the error of binary fractions: 0.1 + 0.2 is 0.3. */
export function toStep(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
