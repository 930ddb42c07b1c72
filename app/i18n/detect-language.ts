import { LanguageDetector } from 'remix-i18next/server';

import {
  defaultLanguage,
  type Language,
  languageCookie,
  languages,
  parseLanguage,
  preferredLanguage,
} from '@domain/language-code';

import { readCookie } from '../auth/cookies';

/** The browser's language is ignored, because the spec provides only for the cookie and the default. */
const detector = new LanguageDetector({
  supportedLanguages: [...languages],
  fallbackLanguage: defaultLanguage,
  order: ['custom'],
  findLocale: async (request) => parseLanguage(readCookie(request.headers.get('Cookie'), languageCookie)),
});

/**
 * Language that is offered in one line: the one that the browser prefers, if it is not the default one and nobody has
 * chosen a language yet (design section 6). Otherwise null.
 */
export function offeredLanguage({ headers }: Request): Language | null {
  if (parseLanguage(readCookie(headers.get('Cookie'), languageCookie)) !== null) return null;
  const preferred = preferredLanguage(headers.get('Accept-Language'));
  return preferred === defaultLanguage ? null : preferred;
}

/** Language of the pages of a request. */
export async function detectLanguage(request: Request): Promise<Language> {
  return parseLanguage(await detector.detect(request)) ?? defaultLanguage;
}
