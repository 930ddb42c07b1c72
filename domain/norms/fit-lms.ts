import type { AgeCells } from './lms-likelihood';
import { evaluate, firstCoefficients, lmsAt, modelOf, type Curve, type Evaluation, type LmsModel } from './lms-model';
import type { Lms } from './lms';
import { inverse } from './matrix';

/** Smooth L, M and S over age, as fitted to results. */
export interface LmsFit {
  /** L, M and S at an age in years, within the ages of the results. */
  at: (age: number) => Lms;
  /** Effective degrees of freedom of each curve. */
  degreesOfFreedom: { l: number; m: number; s: number };
  /** Whether the curves of the highest likelihood are found. */
  isFound: boolean;
}

/** Most fits take 10 to 25, those of many people at the floor up to 60. Beyond that there is nothing to be found. */
const maxRounds = 60;
const maxHalvings = 12;
/** Gain of log-likelihood and change of a penalty's strength (as logarithm) below which a fit is finished. */
const enough = { gain: 0.005, smoothing: 0.1 };
/** Gain that may still be expected of curves that count as found: of all, or of each of very many people. */
const nearlyFound = { ofAll: 1, ofEach: 1e-4 } as const;
/** Strength with which the skewness is held at first. */
const holding = 1e15;
/** Gain above which the curves are too far from the results for a penalty to be judged. */
const farOff = 50;

/**
 * Fits L, M and S by penalised likelihood (Cole & Green 1992) with P-splines (Eilers & Marx 1996), by Fisher scoring. The
 * strength of each of the three penalties is the one of the highest restricted likelihood, found with the update of Wood &
 * Fasiolo (2017), so that nobody has to choose it. `means` are those of each age, `spread` the coefficient of variation.
 */
export function fitLms(ages: readonly AgeCells[], means: readonly number[], spread: number): LmsFit {
  const model = modelOf(ages, spread);
  let coefficients = firstCoefficients(model, means, spread);
  let state = evaluate(model, coefficients);
  // Far off, a skewed curve may explain what a wrong median causes, and does not come back.
  const [skewness] = model.curves as [Curve];
  const { ridge } = skewness;
  skewness.ridge = holding;
  let covariance = inverse(penalisedInformation(model, state), model.size);
  for (let round = 0; round < maxRounds; round += 1) {
    const next = advance(model, coefficients, state, covariance);
    ({ coefficients, state } = next);
    const isNear = next.gain < farOff;
    const isReleased = isNear && skewness.ridge === holding;
    if (isReleased) skewness.ridge = ridge;
    covariance = inverse(penalisedInformation(model, state), model.size);
    if (!isNear) continue;
    const changed = smoothAnew(model, coefficients, covariance);
    if (!isReleased && next.gain < enough.gain && changed < enough.smoothing) break;
    covariance = inverse(penalisedInformation(model, state), model.size);
  }
  const persons = ages.reduce((sum, age) => sum + age.persons, 0);
  return {
    at: (age) => lmsAt(model, coefficients, age),
    degreesOfFreedom: freedomOf(model, state, covariance),
    // A gain that is no number is not below either.
    isFound:
      stepFrom(model, coefficients, state, covariance).gain < Math.max(nearlyFound.ofAll, nearlyFound.ofEach * persons),
  };
}

/** The next step of Fisher scoring, and the gain of log-likelihood that is expected of it. */
function stepFrom(model: LmsModel, from: Float64Array, state: Evaluation, covariance: Float64Array) {
  const slope = state.gradient.map((value, at) => value - penaltySlope(model, from, at));
  const step = from.map((_, row) =>
    slope.reduce((sum, value, at) => sum + value * covariance[row * model.size + at]!, 0),
  );
  return { step, gain: step.reduce((sum, value, at) => sum + value * slope[at]!, 0) / 2 };
}

/** One step of Fisher scoring, shortened until it gains. */
function advance(model: LmsModel, from: Float64Array, state: Evaluation, covariance: Float64Array) {
  const { step } = stepFrom(model, from, state, covariance);
  const before = state.value - penaltyOf(model, from);
  for (let part = 1, halving = 0; halving < maxHalvings; halving += 1, part /= 2) {
    const coefficients = from.map((value, at) => value + part * step[at]!);
    const next = evaluate(model, coefficients);
    const gain = next.value - penaltyOf(model, coefficients) - before;
    if (gain >= 0) return { coefficients, state: next, gain };
  }
  return { coefficients: from, state, gain: 0 };
}

function curveOf(model: LmsModel, at: number): Curve {
  return model.curves.findLast(({ offset }) => offset <= at)!;
}

/** Derivative of the penalties by one coefficient. */
function penaltySlope(model: LmsModel, coefficients: Float64Array, at: number): number {
  const { offset, basis, penalty, smoothing, ridge, origin } = curveOf(model, at);
  let sum = 0;
  for (let j = 0; j < basis.size; j += 1) sum += penalty[(at - offset) * basis.size + j]! * coefficients[offset + j]!;
  return smoothing * sum + ridge * (coefficients[at]! - origin);
}

function penaltyOf(model: LmsModel, coefficients: Float64Array): number {
  return model.curves.reduce((sum, curve) => {
    const own = coefficients.subarray(curve.offset, curve.offset + curve.basis.size);
    const far = own.reduce((total, value) => total + (value - curve.origin) ** 2, 0);
    return sum + (curve.smoothing * bendOf(curve, coefficients) + curve.ridge * far) / 2;
  }, 0);
}

/** How far a curve bends: the quadratic form of its penalty. */
function bendOf({ offset, basis: { size }, penalty }: Curve, coefficients: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1)
      sum += penalty[i * size + j]! * coefficients[offset + i]! * coefficients[offset + j]!;
  }
  return sum;
}

function penalisedInformation(model: LmsModel, { information }: Evaluation): Float64Array {
  const result = information.slice();
  for (const {
    offset,
    basis: { size },
    penalty,
    smoothing,
    ridge,
  } of model.curves) {
    for (let i = 0; i < size; i += 1) {
      const row = (offset + i) * model.size + offset;
      for (let j = 0; j < size; j += 1) result[row + j]! += smoothing * penalty[i * size + j]!;
      result[row + i]! += ridge;
    }
  }
  return result;
}

/** Changes the strength of each penalty; tells the largest change, as logarithm. */
function smoothAnew(model: LmsModel, coefficients: Float64Array, covariance: Float64Array): number {
  let largest = 0;
  for (const curve of model.curves) {
    if (curve.rank === 0) continue;
    const {
      offset,
      basis: { size },
      penalty,
      rank,
      smoothing,
      bounds,
    } = curve;
    let trace = 0;
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1) {
        trace += penalty[i * size + j]! * covariance[(offset + i) * model.size + offset + j]!;
      }
    }
    const free = Math.max(rank - smoothing * trace, 1e-12);
    const best = free / Math.max(bendOf(curve, coefficients), 1e-300);
    curve.smoothing = Math.min(Math.max(best, bounds[0]), bounds[1]);
    largest = Math.max(largest, Math.abs(Math.log(curve.smoothing / smoothing)));
  }
  return largest;
}

/** Effective degrees of freedom: the trace of covariance times information, of each curve. */
function freedomOf(model: LmsModel, { information }: Evaluation, covariance: Float64Array) {
  const [l, m, s] = model.curves.map(({ offset, basis }) => {
    let trace = 0;
    for (let row = offset; row < offset + basis.size; row += 1) {
      for (let k = 0; k < model.size; k += 1)
        trace += covariance[row * model.size + k]! * information[k * model.size + row]!;
    }
    return trace;
  });
  return { l: l!, m: m!, s: s! };
}
