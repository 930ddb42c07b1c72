import i18next from 'i18next';

import { defaultLanguage, parseLanguage, type Language } from '@domain/language-code';

import { textLoaders } from './text-loaders.client';

const loaded = new Map<string, Record<string, unknown>>();

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
  const missing = namespaces.filter((namespace) => !loaded.has(namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = await textLoaders[`../../locales/${language}/${namespace}.json`]!();
      loaded.set(namespace, texts);
      if (i18next.isInitialized) i18next.addResourceBundle(language, namespace, texts);
    }),
  );
}

/** The texts that have been fetched so far, by namespace. */
export function loadedTexts(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(loaded);
}
