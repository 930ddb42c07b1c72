import i18next, { type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { languageOfPage, loadedTexts, loadTexts } from './browser-texts';
import { i18nextOptions } from './options';

/** Starts i18next with the language of the page and the texts that every screen may need. */
export async function startInBrowser(): Promise<i18n> {
  await loadTexts('common', 'forms', 'home', 'tests');
  const language = languageOfPage();
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    // Texts that come later are shown when they are there.
    react: { ...i18nextOptions.react, bindI18nStore: 'added' },
    lng: language,
    resources: { [language]: loadedTexts() } as Resource,
  });
  return i18next;
}
