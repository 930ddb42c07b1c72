/** The languages of every screen, text and response. The first one is the default (spec section 1). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/**
 * Reads a language from a cookie value or an `Accept-Language` header: `en` or `de` in any case, followed by `-` or the
 * end of the entry (spec section 1). Returns null for anything else.
 */
export function parseLanguage(value: string | null | undefined): Language | null {
  const match = /^(en|de)(?:[-,;]|$)/i.exec(value ?? '');
  return match ? (match[1]!.toLowerCase() as Language) : null;
}

/** Cookie of the selected language; its value starts with EN- or DE- (spec section 1). */
export const languageCookie = 'language';

/** How long a browser keeps the language cookie. */
const rememberSeconds = 365 * 24 * 3600;

/** Set-Cookie header with which the web app and the sign-in pages remember the language. */
export function languageCookieHeader(language: Language, https: boolean): string {
  const value = language === 'de' ? 'DE-DE' : 'EN-US';
  const secure = https ? '; Secure' : '';
  return `${languageCookie}=${value}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${rememberSeconds}${secure}`;
}
