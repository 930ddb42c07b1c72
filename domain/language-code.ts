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

/**
 * Our language that an `Accept-Language` header prefers by its weights (RFC 9110, 12.5.4); null if it accepts none of
 * them. `*` stands for those that it does not name, and gives way to a named one of the same weight.
 */
export function preferredLanguage(header: string | null | undefined): Language | null {
  const ranges = (header ?? '').slice(0, maxHeaderCharacters).split(',').map(readRange);
  const others = ranges.find(({ name }) => name === '*')?.weight ?? 0;
  const accepted = languages.map((language) => {
    const named = ranges.filter(({ name }) => parseLanguage(name) === language).map(({ weight }) => weight);
    return { language, isNamed: named.length > 0, weight: named.length > 0 ? Math.max(...named) : others };
  });
  const [best] = accepted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || Number(b.isNamed) - Number(a.isNamed) || orderIn(ranges, a, b));
  return best?.language ?? null;
}

/** Longest part of an `Accept-Language` header that is read. Browsers send less than 100 characters. */
const maxHeaderCharacters = 500;

interface LanguageRange {
  name: string;
  weight: number;
}

/** One entry of the header, such as `de-AT; q=0.8`. A weight that is none counts as 0. */
function readRange(entry: string): LanguageRange {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const weight = parameters.flatMap((parameter) => /^q=([\d.]+)$/i.exec(parameter)?.[1] ?? [])[0];
  const isWeighed = parameters.some((parameter) => /^q=/i.test(parameter));
  return { name, weight: isWeighed ? Number(weight ?? 0) || 0 : 1 };
}

/** Which of two languages the header names first. */
function orderIn(ranges: LanguageRange[], a: { language: Language }, b: { language: Language }): number {
  const place = ({ language }: { language: Language }) =>
    ranges.findIndex(({ name }) => parseLanguage(name) === language);
  return place(a) - place(b);
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
