import { defaultLanguage, parseLanguage, type Language } from '@domain/language-code';

import type { Texts } from './browser-translator';
import { textLoaders } from './text-loaders.client';

/** The texts that have been fetched so far, by namespace. */
export const texts: Texts = {};

/** Language of the page: its texts alone are loaded. */
export function languageOfPage(): Language {
  return parseLanguage(document.documentElement.lang) ?? defaultLanguage;
}

/**
 * Fetches texts that not every screen has, by the names of their files in `locales`. Route modules wait
 * for theirs before they are shown: `await loadTexts('uploads')`. The server has them all already.
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
