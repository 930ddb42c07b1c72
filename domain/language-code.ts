/** The languages of every screen, text and answer. The first is the default (spec section 1). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/**
 * Reads a language from a cookie value or an `Accept-Language` header: a value starting with
 * `en` or `de`, followed by `-` or its end, in any case (spec section 1: 'EN-…' is en, 'DE-…' is de).
 * Returns null for anything else.
 */
export function parseLanguage(value: string | null | undefined): Language | null {
  const match = /^(en|de)(?:[-,;]|$)/i.exec(value ?? '');
  return match ? (match[1]!.toLowerCase() as Language) : null;
}
