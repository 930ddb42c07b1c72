import { z } from 'zod';

/** The languages of every screen, text and answer. The first is the default (spec section 1). */
export const languages = ['en', 'de'] as const;

export const LanguageSchema = z.enum(languages);
export type Language = z.infer<typeof LanguageSchema>;

export const defaultLanguage: Language = 'en';

/** A text in every language: the form in which vocabulary, schema and rules carry words. */
export const BilingualSchema = z.object({ en: z.string(), de: z.string() });
export type Bilingual = z.infer<typeof BilingualSchema>;

/**
 * Reads a language from a cookie value or an `Accept-Language` header: a value starting with
 * `en` or `de`, followed by `-` or its end, in any case (spec section 1: 'EN-…' is en, 'DE-…' is de).
 * Returns null for anything else.
 */
export function parseLanguage(value: string | null | undefined): Language | null {
  const match = /^(en|de)(?:[-,;]|$)/i.exec(value ?? '');
  return match ? (match[1]!.toLowerCase() as Language) : null;
}
