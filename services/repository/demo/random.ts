/** Source of made-up numbers that gives the same ones for the same seed. */
export interface Random {
  /** Evenly spread, 0 included, 1 excluded. */
  fraction(): number;
  /** Whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** Normally spread around `mean`, kept between `min` and `max`, rounded to multiples of `step`. */
  normal(mean: number, sd: number, range: { min: number; max: number; step: number }): number;
}

/** Mulberry32: small, and even enough for demonstration data. */
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
      // Box and Muller; 1 - fraction keeps the logarithm finite.
      const spread = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
      return toStep(Math.min(max, Math.max(min, mean + sd * spread)), step);
    },
  };
}

/** Rounds to multiples of a step without the tail of binary fractions: 0.1 + 0.2 is 0.3. */
export function toStep(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
