import type { AgeGroup } from '@domain/norms/age-groups';

/** Results of one person, or of several with the same, at an age in years. */
export interface WeightedResult {
  age: number;
  value: number;
  weight: number;
}

export function resultsOf(groups: readonly AgeGroup[]): WeightedResult[] {
  return groups.flatMap(({ age, values, counts }) =>
    [...values].map((value, at) => ({ age, value, weight: counts[at]! })),
  );
}

/** Highest power of age. */
const degree = 6;

/** Quantile curve over age as the coefficients of Legendre polynomials of age between `start` and `end`. */
export interface QuantileCurve {
  start: number;
  end: number;
  coefficients: number[];
}

/**
 * Quantile regression (Koenker & Bassett 1978) of results on a polynomial of age, by the majorisation of Hunter & Lange
 * (2000), which is iterated reweighted least squares. It shares no code and no assumption about distributions with the LMS
 * method. `from` is a curve to begin with.
 */
export function quantileRegression(
  results: readonly WeightedResult[],
  share: number,
  rounds: number,
  from?: QuantileCurve,
): QuantileCurve {
  const ages = results.map(({ age }) => age);
  const [start, end] = from ? [from.start, from.end] : [Math.min(...ages), Math.max(...ages)];
  const rows = results.map(({ age, value, weight }) => ({ basis: basisAt({ start, end }, age), value, weight }));
  const mean = results.reduce((sum, { value, weight }) => sum + value * weight, 0) / totalOf(results);
  let coefficients = from?.coefficients ?? [mean, ...Array<number>(degree).fill(0)];
  const least = 1e-4 * Math.abs(mean);
  for (let round = 0; round < rounds; round += 1) {
    const size = degree + 1;
    const matrix = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
    for (const { basis, value, weight } of rows) {
      const near = weight / (least + Math.abs(value - product(basis, coefficients)));
      // The loss is |r|/2 + (share - 1/2) r: its first part is majorised, its second is linear.
      basis.forEach((a, i) => {
        basis.forEach((b, j) => (matrix[i]![j]! += near * a * b));
        matrix[i]![size]! += near * a * value + weight * a * (2 * share - 1);
      });
    }
    coefficients = solve(matrix);
  }
  return { start, end, coefficients };
}

export function quantileAt(curve: QuantileCurve, age: number): number {
  return product(basisAt(curve, age), curve.coefficients);
}

const totalOf = (results: readonly WeightedResult[]) => results.reduce((sum, { weight }) => sum + weight, 0);

function basisAt({ start, end }: { start: number; end: number }, age: number): number[] {
  const x = (2 * (age - start)) / (end - start) - 1;
  const values = [1, x];
  for (let n = 1; n < degree; n += 1) values.push(((2 * n + 1) * x * values[n]! - n * values[n - 1]!) / (n + 1));
  return values;
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

/** Solves linear equations, given as rows with their right side at the end, by Gaussian elimination. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows.slice(column).reduce((a, b) => (Math.abs(b[column]!) > Math.abs(a[column]!) ? b : a));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const row of rows.slice(column + 1)) {
      const factor = row[column]! / pivot[column]!;
      for (let at = column; at <= size; at += 1) row[at]! -= factor * pivot[at]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at -= 1) {
    const known = rows[at]!.slice(at + 1, size).reduce((sum, value, k) => sum + value * solution[at + 1 + k]!, 0);
    solution[at] = (rows[at]![size]! - known) / rows[at]![at]!;
  }
  return solution;
}
