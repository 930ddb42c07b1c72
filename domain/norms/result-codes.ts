import type { ValueScale } from './value-scale';

/** Quarters of a year of age, from 1; 0 if only completed years are known. */
export const quarters = 4;

/** Quarter of the year of age and bin of a code, which is one number for both. */
export function readCode(code: number, { count }: Pick<ValueScale, 'count'>): { quarter: number; bin: number } {
  return { quarter: Math.floor(code / count), bin: code % count };
}

/** Exact age of the people of a quarter of a year of age: its middle. */
export function ageOf(years: number, quarter: number): number {
  return quarter === 0 ? years + 0.5 : years + (quarter - 0.5) / quarters;
}
