import { z } from 'zod';

import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

/** A typed text as it is sent: with line breaks as they are stored, and without spaces around it. */
export function typedText(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').trim();
}

/**
 * Schema of a text that people read: a note, a reason, a letter. Line breaks count once, as the API counts them. Messages
 * are keys of the locales; without `missing`, the text may be empty.
 */
export function typedTextSchema(
  { tooLong, missing }: { tooLong: string; missing?: string },
  max: number = maxCommentCharacters,
) {
  const min = missing === undefined ? 0 : minCommentCharacters;
  return z
    .string(missing)
    .transform(typedText)
    .refine(({ length }) => length >= min, missing)
    .refine(({ length }) => length <= max, tooLong);
}
