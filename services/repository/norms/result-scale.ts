import { type ResultLimits, type ValueScale, valueScaleOf } from '@domain/norms/value-scale';

import type { Target } from '../vocabulary';

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
