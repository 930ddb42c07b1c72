import { type ResultLimits, type ValueScale, valueScaleOf } from '@domain/norms/value-scale';

import { type Target, vocabulary } from '../vocabulary';

const scales = new WeakMap<Target, ValueScale>();

/** Limits and steps of a kind of result that has bounds, as results of motor tests do. Throws for other targets. */
export function limitsOfResult({ key, warn, hard, decimals, step }: Target): ResultLimits {
  if (!warn || !hard || warn.max === 'this-year' || hard.max === 'this-year') throw new Error(`${key} has no bounds.`);
  return { usual: [warn.min, warn.max], possible: [hard.min, hard.max], decimals, step };
}

/** Bins of a kind of result that has bounds. Throws for other targets. */
export function scaleOfResult(target: Target): ValueScale {
  const known = scales.get(target);
  if (known) return known;
  const scale = valueScaleOf(limitsOfResult(target));
  scales.set(target, scale);
  return scale;
}

/**
 * Step of a kind of result that is counted, as push-ups are; null for measures, and for tests whose result is a mean of
 * trials. `key` is that of a result or trial.
 */
export function countStep(key: string): number | null {
  const { step = null, test = null } = vocabulary.targets.raw.get(key) ?? {};
  return test !== null && vocabulary.tests.get(test)?.result === 'mean' ? null : step;
}

/** Whether a result lies between two counts, as 2.5 push-ups do: nobody has it, so it stands nowhere. */
export function isBetweenCounts(key: string, value: number): boolean {
  const step = countStep(key);
  return step !== null && Math.abs(value / step - Math.round(value / step)) > 1e-6;
}
