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

/** Cookie of the chosen language; its value starts with EN- or DE- (spec section 1). */
export const languageCookie = 'language';

/** How long a browser remembers the language. */
const rememberSeconds = 365 * 24 * 3600;

/** Set-Cookie header that makes a browser remember the language, for the web app and the sign-in pages alike. */
export function languageCookieHeader(language: Language, https: boolean): string {
  const value = language === 'de' ? 'DE-DE' : 'EN-US';
  const secure = https ? '; Secure' : '';
  return `${languageCookie}=${value}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${rememberSeconds}${secure}`;
}
