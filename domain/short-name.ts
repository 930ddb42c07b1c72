import { z } from 'zod';

import { isVisible, oneLine, storableText } from './text';

/** Number of characters as people count them: an emoji is one, although it has two UTF-16 units. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/**
 * A typed name or label as it is stored: one line, without controls of the writing direction. '' if nothing of it is
 * visible.
 */
export function shortName(typed: string): string {
  const name = oneLine(storableText(typed));
  return isVisible(name) ? name : '';
}

/** Reads a name or label of at most `max` characters by `shortName`; it may be ''. `tooLong` is the message of an issue. */
export function shortNameSchema(max: number, tooLong?: string | { error: string }) {
  return z
    .string()
    .meta({ maxLength: max })
    .transform(shortName)
    .refine((name) => countCharacters(name) <= max, tooLong);
}
