import { z } from 'zod';

import { optionalText } from './optional-text';

/** A whole number within its bounds, both of them allowed; `fallback` where the variable is absent. */
export function wholeNumber(fallback: number, { min = 1, max }: { min?: number; max?: number } = {}) {
  const sentence = `must be a whole number from ${min} ${max === undefined ? 'on' : `to ${max}`}`;
  return optionalText
    .transform((text) => (text === undefined ? fallback : Number(text)))
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= (max ?? Infinity), sentence);
}

/** One of a few words, or nothing. */
export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return optionalText.pipe(z.enum(words, `must be ${list}`).optional());
}
