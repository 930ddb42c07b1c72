import type { i18n } from 'i18next';

import { defaultLanguage, type Language, parseLanguage } from '@domain/language-code';

import { asI18next, type Texts } from './browser-translator';
import { textLoaders } from './text-loaders.client';

/** The texts that have been fetched so far, by namespace. */
const texts: Texts = {};

/** Language of the page. Only its texts are loaded. */
function languageOfPage(): Language {
  return parseLanguage(document.documentElement.lang) ?? defaultLanguage;
}

/**
 * Fetches texts that only some screens need; namespaces are the names of their files in `locales`. Route modules wait
 * for theirs before they are shown: `await loadTexts('uploads')`. Does nothing on the server, which has all texts.
 */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const language = languageOfPage();
  const missing = namespaces.filter((namespace) => !(namespace in texts));
  await Promise.all(
    missing.map(async (namespace) => {
      texts[namespace] = await textLoaders[`../../locales/${language}/${namespace}.json`]!();
    }),
  );
}

/** Translations of the page's language, with the texts that every screen may need. */
export async function startInBrowser(): Promise<i18n> {
  await loadTexts('common', 'forms', 'home', 'tests');
  return asI18next(languageOfPage(), texts);
}
