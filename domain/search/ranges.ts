import type { Years } from '../api/search';

/** Whole numbers from `start` to `end`, both included. */
export interface Range {
  start: number;
  end: number;
}

/** Merges ranges that overlap or adjoin: 2009, 2010 and 2010-2012 become 2009-2012. Sorted. */
export function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** Years as in search responses, with a range of one year as a number. */
export function formatYears(ranges: Range[]): Years[] {
  return mergeRanges(ranges).map(({ start, end }) => (start === end ? start : { start, end }));
}
