import type { Range } from './search/ranges';

/** Completed years of age and years of tests that can be chosen, as in the vocabulary. */
export const wholeRanges = { ages: { start: 0, end: 120 }, years: { start: 1900, end: 2100 } } as const;

/** A part of an address that cannot be read: a parameter and its value. */
export interface UnreadPart {
  name: string;
  value: string;
}

/** The range between two ends as a form sends them (`age-from`, `age-to`), and ends that cannot be read. */
export interface ReadEnds {
  /** In either order, open where an end is empty or cannot be read; null without both. */
  range: Range | null;
  unread: UnreadPart[];
}

/** Reads two ends, which are whole numbers within what can be chosen. */
export function readEnds(query: URLSearchParams, name: 'age' | 'year'): ReadEnds {
  const whole = wholeRanges[`${name}s`];
  const ends = [`${name}-from`, `${name}-to`].map((field) => {
    const text = (query.get(field) ?? '').trim();
    const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
    const isRead = number >= whole.start && number <= whole.end;
    return { field, value: text, number: isRead ? number : null };
  });
  const unread = ends.filter(({ value, number }) => value !== '' && number === null);
  const [from, to] = ends.map(({ number }) => number);
  const [one, other] = [from ?? whole.start, to ?? whole.end];
  return {
    range: (from ?? to ?? null) === null ? null : { start: Math.min(one, other), end: Math.max(one, other) },
    unread: unread.map(({ field, value }) => ({ name: field, value })),
  };
}
