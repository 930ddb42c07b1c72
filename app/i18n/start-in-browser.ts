import type { i18n } from 'i18next';

import { asI18next } from './browser-translator';
import { languageOfPage, loadTexts, texts } from './browser-texts';

/** The translations of the page's language, with the texts that every screen may need. */
export async function startInBrowser(): Promise<i18n> {
  await loadTexts('common', 'forms', 'home', 'tests');
  return asI18next(languageOfPage(), texts);
}
