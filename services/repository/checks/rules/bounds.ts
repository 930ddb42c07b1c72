import type { Language } from '@domain/language';

import { defaultUnit, type Bounds } from '../../vocabulary';
import { formatNumber, type CheckedColumn } from '../checked-table';
import type { Parameters } from '../rule';

/** SQL condition of a value outside bounds, both ends being inside; null without bounds. */
export function outside(bounds: Bounds | null, year: number): string | null {
  if (!bounds) return null;
  return `not missing and (number < ${bounds.min} or number > ${upper(bounds, year)})`;
}

/** Bounds as a problem stores them, in the default unit: they may change in a later vocabulary. */
export function boundsParameters(bounds: Bounds | null, year: number): Parameters {
  return bounds ? { a: String(bounds.min), b: String(upper(bounds, year)) } : {};
}

/** Words of a sentence about a value and its bounds, in the default unit of the target; counts and points need none. */
export function boundsWords({ v, a, b }: Parameters, column: CheckedColumn | null, language: Language) {
  const unit = column && defaultUnit(column.target);
  return {
    t: column?.target.label[language] ?? '',
    u: unit && unit.unit !== '1' ? unit.text[language] : '',
    v: formatNumber(v, language),
    a: formatNumber(a, language),
    b: formatNumber(b, language),
  };
}

function upper(bounds: Bounds, year: number): number {
  return bounds.max === 'this-year' ? year : bounds.max;
}
