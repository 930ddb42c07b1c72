/**
 * The languages of every screen, text and response. The first one is the default (spec section 1). A further one needs
 * a folder in `locales` and an entry in each record that the compiler asks for.
 */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = languages[0];

/** Each language's own name, for the buttons that select it. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Makes a value for each language. */
export function byLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, Value>;
}

const languageStart = new RegExp(`^(${languages.join('|')})(?:[-,;]|$)`, 'i');

/**
 * Reads a language from a cookie value or an `Accept-Language` header: its code in upper or lower case, followed by
 * `-` or the end of the entry (spec section 1). Returns null for anything else.
 */
export function parseLanguage(value: string | null | undefined): Language | null {
  const match = languageStart.exec(value ?? '');
  return match ? (match[1]!.toLowerCase() as Language) : null;
}

/** The first of our languages in an `Accept-Language` header, by its weights (RFC 9110, 12.5.4); null if none is in it. */
export function preferredLanguage(header: string | null): Language | null {
  const entries = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => entry.trim());
  const weighed = entries.flatMap((entry) => {
    const language = parseLanguage(entry);
    const weight = Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1);
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return weighed.sort((a, b) => b.weight - a.weight)[0]?.language ?? null;
}

/** Cookie of the selected language. */
export const languageCookie = 'language';
const cookieValues: Record<Language, string> = { en: 'EN-US', de: 'DE-DE' };

/** How long a browser keeps the language cookie. */
const rememberSeconds = 365 * 24 * 3600;

/** Set-Cookie header with which the web app and the sign-in pages remember the language. */
export function languageCookieHeader(language: Language, https: boolean): string {
  const secure = https ? '; Secure' : '';
  return `${languageCookie}=${cookieValues[language]}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${rememberSeconds}${secure}`;
}
