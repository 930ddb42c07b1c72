/** Cubic B-splines with evenly spaced knots. */
export interface SplineBasis {
  size: number;
  /** Values of the basis at `x`; `weights[i]` belongs to the function `first + i`. */
  at: (x: number) => { first: number; weights: readonly number[] };
}

/** Basis of a constant. */
const constant: SplineBasis = { size: 1, at: () => ({ first: 0, weights: [1] }) };

/** Basis over a range in so many pieces; a constant if there are none. Outside the range it has the value of its end. */
export function splineBasis(start: number, end: number, pieces: number): SplineBasis {
  if (pieces < 1) return constant;
  return {
    size: pieces + 3,
    at: (x) => {
      const position = Math.min(Math.max(((x - start) / (end - start)) * pieces, 0), pieces);
      const first = Math.min(Math.floor(position), pieces - 1);
      const t = position - first;
      const r = 1 - t;
      return {
        first,
        weights: [
          (r * r * r) / 6,
          (3 * t * t * t - 6 * t * t + 4) / 6,
          (3 * r * r * r - 6 * r * r + 4) / 6,
          (t * t * t) / 6,
        ],
      };
    },
  };
}

/** Penalty on the differences of neighbouring coefficients of P-splines (Eilers & Marx 1996): `D'D`, by rows. */
export function differencePenalty(size: number, order: number): Float64Array {
  const penalty = new Float64Array(size * size);
  let signs = [1];
  for (let step = 0; step < order; step += 1) {
    signs = [...signs, 0].map((sign, at) => (signs[at - 1] ?? 0) - sign);
  }
  for (let row = 0; row + order < size; row += 1) {
    signs.forEach((a, i) => {
      signs.forEach((b, j) => {
        penalty[(row + i) * size + row + j]! += a * b;
      });
    });
  }
  return penalty;
}
