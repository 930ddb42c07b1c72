/**
 * Functions of the LMS method (Cole & Green 1992): a result `y` above 0 has the z-score ((y/M)^L - 1) / (L S), with the
 * median M, the spread S (as coefficient of variation) and the exponent L, which removes skewness.
 */
export interface Lms {
  l: number;
  m: number;
  s: number;
}

/** Below this, `L ln(y/M)` is so small that its logarithmic limit is used. */
const nearZero = 1e-6;

/** z-score of a result; minus infinity for 0 and below. */
export function zOf({ l, m, s }: Lms, y: number): number {
  if (y <= 0) return -Infinity;
  const u = Math.log(y / m);
  return Math.abs(l * u) < nearZero ? u / s : Math.expm1(l * u) / (l * s);
}

/** Result at a z-score; 0 or infinity where the curve has no more values. */
export function resultAt({ l, m, s }: Lms, z: number): number {
  if (Math.abs(l * s * z) < nearZero) return m * Math.exp(s * z);
  const inner = 1 + l * s * z;
  if (inner <= 0) return l > 0 ? 0 : Infinity;
  return m * inner ** (1 / l);
}
