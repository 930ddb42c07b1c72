import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { parseLanguage } from '@domain/language-code';

import { byNamespace, i18nextOptions } from './options';

const loaders = {
  en: () => import('./texts-en'),
  de: () => import('./texts-de'),
};

/** Starts i18next with the language of the page, whose texts alone are loaded. */
export async function startInBrowser(): Promise<i18n> {
  const language = parseLanguage(document.documentElement.lang) ?? 'en';
  const texts = byNamespace((await loaders[language]()).texts);
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: language,
    ns: Object.keys(texts),
    resources: { [language]: texts },
  });
  return i18next;
}
