import { likelihoodOf, type AgeCells } from './lms-likelihood';
import type { Lms } from './lms';
import { inverse } from './matrix';
import { differencePenalty, splineBasis, type SplineBasis } from './splines';

/** One of the three curves: a P-spline of L, log M or log S. */
export interface Curve {
  basis: SplineBasis;
  /** Where its coefficients begin among those of all curves. */
  offset: number;
  /** Penalty on bends, by rows, and the number of coefficients that it determines. */
  penalty: Float64Array;
  rank: number;
  /** Strength of the penalty, and its bounds. */
  smoothing: number;
  bounds: readonly [number, number];
  /** Strength with which all coefficients are drawn to `origin`. */
  ridge: number;
  origin: number;
}

/** The curves L, log M and log S, and the values of their bases at the ages of the results. */
export interface LmsModel {
  curves: Curve[];
  /** Number of coefficients of all curves. */
  size: number;
  ages: readonly AgeCells[];
  bases: ReturnType<SplineBasis['at']>[][];
}

/** Log-likelihood of all results with its gradient and expected information, by coefficients. */
export interface Evaluation {
  value: number;
  gradient: Float64Array;
  information: Float64Array;
}

/** Most pieces of the curves L, M and S. More would only take time: the penalty decides how far they bend. */
const maxPieces = [6, 20, 10] as const;
/** Order of the differences that are penalised: without evidence L stays the same, log M and log S change evenly. */
const orders = [1, 2, 2] as const;
/** Bounds of the strength of a penalty, in units of the information about a coefficient. */
const smoothingBounds = [1e-5, 1e5] as const;
/** Standard deviation with which (L - 1) S is drawn to 0, the normal distribution. It matters to a few dozen people. */
const skewnessExpected = 0.3;
/** Keeps a coefficient in place about which nothing is known. */
const faintRidge = 1e-9;

/** Development slows down with age: curves may bend two and a half times as quickly at 14 as at 50 years. */
const rescaled = (age: number) => Math.log(age + 10);

/** Curves for results of these ages, of which the coefficient of variation within an age is about `spread`. */
export function modelOf(ages: readonly AgeCells[], spread: number): LmsModel {
  const [start, end] = [rescaled(ages[0]!.age), rescaled(ages.at(-1)!.age)];
  const persons = ages.reduce((sum, age) => sum + age.persons, 0);
  let size = 0;
  const curves = maxPieces.map((most, at): Curve => {
    const basis = splineBasis(start, end, Math.min(most, ages.length - 1));
    // What one person tells about L, log M and log S of a normal distribution (Cole & Green 1992).
    const information = (persons / basis.size) * [1.75 * spread ** 2, spread ** -2, 2][at]!;
    const bounds = [smoothingBounds[0] * information, smoothingBounds[1] * information] as const;
    const order = Math.min(orders[at]!, basis.size - 1);
    const curve = {
      basis,
      offset: size,
      penalty: order > 0 ? differencePenalty(basis.size, order) : new Float64Array(1),
      rank: order > 0 ? basis.size - order : 0,
      smoothing: information,
      bounds,
      ridge: at === 0 ? (spread / skewnessExpected) ** 2 / basis.size : faintRidge * information,
      origin: at === 0 ? 1 : 0,
    };
    size += basis.size;
    return curve;
  });
  return { curves, size, ages, bases: curves.map(({ basis }) => ages.map(({ age }) => basis.at(rescaled(age)))) };
}

/** L, M and S at an age in years. */
export function lmsAt({ curves }: LmsModel, coefficients: Float64Array, age: number): Lms {
  const [l, m, s] = curves.map(({ basis, offset }) => combined(basis.at(rescaled(age)), coefficients, offset));
  return { l: l!, m: Math.exp(m!), s: Math.exp(s!) };
}

type BasisValues = ReturnType<SplineBasis['at']>;

function combined({ first, weights }: BasisValues, coefficients: Float64Array, offset: number): number {
  return weights.reduce((sum, weight, at) => sum + weight * coefficients[offset + first + at]!, 0);
}

/** Log-likelihood, gradient and information at these coefficients. */
export function evaluate(model: LmsModel, coefficients: Float64Array): Evaluation {
  const result = { value: 0, gradient: new Float64Array(model.size), information: new Float64Array(model.size ** 2) };
  model.ages.forEach((cells, age) => {
    const [l, m, s] = model.curves.map(({ offset }, curve) =>
      combined(model.bases[curve]![age]!, coefficients, offset),
    ) as [number, number, number];
    const likelihood = likelihoodOf(cells, { l, m: Math.exp(m), s: Math.exp(s) });
    result.value += likelihood.value;
    model.curves.forEach((_, curve) => addAge(model, result, age, curve, likelihood));
  });
  return result;
}

/** Adds what an age tells about the coefficients of one curve. */
function addAge(model: LmsModel, result: Evaluation, age: number, curve: number, likelihood: Evaluation): void {
  const { first, weights } = model.bases[curve]![age]!;
  const begin = model.curves[curve]!.offset + first;
  weights.forEach((weight, i) => {
    result.gradient[begin + i]! += weight * likelihood.gradient[curve]!;
    model.curves.forEach(({ offset }, other) => {
      const columns = model.bases[other]![age]!;
      const factor = weight * likelihood.information[3 * curve + other]!;
      const row = (begin + i) * model.size + offset + columns.first;
      for (let j = 0; j < columns.weights.length; j += 1) result.information[row + j]! += factor * columns.weights[j]!;
    });
  });
}

/**
 * Coefficients to begin with: a smooth curve through the means of the ages, no skewness, and one spread, which contains how
 * far the means are from the curve. So no result is too far out at first to say where the curve should go.
 */
export function firstCoefficients(model: LmsModel, means: readonly number[], spread: number): Float64Array {
  const [l, m, s] = model.curves as [Curve, Curve, Curve];
  const persons = model.ages.reduce((sum, age) => sum + age.persons, 0);
  const size = m.basis.size;
  const matrix = m.penalty.map((value) => (value * persons) / size / 100);
  const right = new Float64Array(size);
  const centre = Math.log(means.reduce((sum, mean, at) => sum + mean * model.ages[at]!.persons, 0) / persons);
  model.bases[1]!.forEach(({ first, weights }, age) => {
    weights.forEach((weight, i) => {
      const weighted = model.ages[age]!.persons * weight;
      right[first + i]! += weighted * (Math.log(means[age]!) - centre);
      weights.forEach((other, j) => (matrix[(first + i) * size + first + j]! += weighted * other));
    });
  });
  for (let at = 0; at < size; at += 1) matrix[at * size + at]! += 1e-6 * persons;
  const solution = inverse(matrix, size);
  const coefficients = new Float64Array(model.size);
  coefficients.fill(1, l.offset, m.offset);
  for (let row = 0; row < size; row += 1) {
    coefficients[m.offset + row] = right.reduce((sum, value, at) => sum + value * solution[row * size + at]!, centre);
  }
  const lack = model.ages.reduce((sum, { persons: own }, age) => {
    const fitted = combined(model.bases[1]![age]!, coefficients, m.offset);
    return sum + own * (means[age]! / Math.exp(fitted) - 1) ** 2;
  }, 0);
  coefficients.fill(Math.log(Math.hypot(spread, Math.sqrt(lack / persons))), s.offset);
  return coefficients;
}
