/** Density of the standard normal distribution at `z`. */
export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/**
 * Share of the standard normal distribution below `z` (0 to 1), to about 15 digits. Rational approximation by Hart (1968)
 * as printed by West, 'Better approximations to cumulative normal functions', Wilmott Magazine 2005.
 */
export function normalShareBelow(z: number): number {
  const size = Math.abs(z);
  if (!(size <= 37)) return z > 0 ? 1 : 0;
  const tail = Math.exp(-0.5 * size * size) * tailFactor(size);
  return z > 0 ? 1 - tail : tail;
}

function tailFactor(z: number): number {
  if (z >= 7.07106781186547) return 1 / ((z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) * 2.506628274631);
  let above = 3.52624965998911e-2 * z + 0.700383064443688;
  above = above * z + 6.37396220353165;
  above = above * z + 33.912866078383;
  above = above * z + 112.079291497871;
  above = above * z + 221.213596169931;
  above = above * z + 220.206867912376;
  let under = 8.83883476483184e-2 * z + 1.75566716318264;
  under = under * z + 16.064177579207;
  under = under * z + 86.7807322029461;
  under = under * z + 296.564248779674;
  under = under * z + 637.333633378831;
  under = under * z + 793.826512519948;
  under = under * z + 440.413735824752;
  return above / under;
}

/** Share of the normal distribution between two z, precise in both tails; 0 if they are the other way round. */
export function normalShareBetween(from: number, to: number): number {
  // Above 0, both shares are close to 1 and their difference would lose its digits.
  const share =
    from > 0 ? normalShareBelow(-from) - normalShareBelow(-to) : normalShareBelow(to) - normalShareBelow(from);
  return Math.max(share, 0);
}

/**
 * z below which a share (0 to 1, both excluded) of the standard normal distribution lies. Acklam's rational approximation
 * (2003, relative error 1e-9) with a step of Newton's method.
 */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  const start = share < 0.02425 ? outerQuantile(share) : innerQuantile(share);
  return start - (normalShareBelow(start) - share) / normalDensity(start);
}

function outerQuantile(share: number): number {
  const q = Math.sqrt(-2 * Math.log(share));
  const above =
    ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const under =
    (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
  return above / under;
}

function innerQuantile(share: number): number {
  const q = share - 0.5;
  const r = q * q;
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const under =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (above * q) / under;
}
