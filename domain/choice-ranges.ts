import type { Range } from './search/ranges';

/** Completed years of age and years of tests that can be chosen, as in the vocabulary. */
export const wholeRanges = { ages: { start: 0, end: 120 }, years: { start: 1900, end: 2100 } } as const;

/**
 * The range between two ends as a form sends them, in either order and within `whole`. One that is empty or no number is
 * open there; null without both.
 */
export function rangeBetween(ends: readonly (string | null)[], whole: Range): Range | null {
  const [from, to] = ends.map((text) => {
    const isNumber = /^\d{1,4}$/.test(text?.trim() ?? '');
    return isNumber ? Math.min(whole.end, Math.max(whole.start, Number(text))) : null;
  });
  if ((from ?? to ?? null) === null) return null;
  const [one, other] = [from ?? whole.start, to ?? whole.end];
  return { start: Math.min(one, other), end: Math.max(one, other) };
}
