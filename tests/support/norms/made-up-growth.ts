import type { Lms } from '@domain/norms/lms';

import { growthScales } from './growth-reference';
import type { SimulatedGrowth } from './simulate-growth';

/** Height that nobody has measured: growth that slows down, and a spurt at 12 years in which children differ more. */
function height(age: number): Lms {
  const spurt = 7 / (1 + Math.exp(-1.3 * (age - 12.5)));
  return {
    l: 1,
    m: 75 + 100 * (1 - Math.exp(-age / 9)) + spurt,
    s: 0.042 + 0.006 * Math.exp(-(((age - 12.5) / 2) ** 2)),
  };
}

/** Mass that nobody has measured: skewed, and with a spread that grows. */
function mass(age: number): Lms {
  return { l: -0.8 + 0.04 * (age - 5), m: 17 * Math.exp(0.11 * (age - 5)), s: 0.12 + 0.008 * (age - 5) };
}

/** Growth as smooth functions of our own, for tests that need no data. */
export const madeUpGrowth: Record<'height' | 'mass', SimulatedGrowth> = {
  height: { ages: [5, 19], scale: growthScales.height, truth: height },
  mass: { ages: [5, 10], scale: growthScales.mass, truth: mass },
};
