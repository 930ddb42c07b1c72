import { LanguageDetector } from 'remix-i18next/server';

import { defaultLanguage, type Language, languageCookie, languages, parseLanguage } from '@domain/language-code';

import { readCookie } from '../auth/cookies';

/** The browser's language is ignored, because the spec provides only for the cookie and the default. */
const detector = new LanguageDetector({
  supportedLanguages: [...languages],
  fallbackLanguage: defaultLanguage,
  order: ['custom'],
  findLocale: async (request) => parseLanguage(readCookie(request.headers.get('Cookie'), languageCookie)),
});

/** Language of the pages of a request. */
export async function detectLanguage(request: Request): Promise<Language> {
  return parseLanguage(await detector.detect(request)) ?? defaultLanguage;
}
