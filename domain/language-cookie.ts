import type { Language } from './language-code';

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
