import { createInstance, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Language } from '@domain/language';

import { byNamespace, i18nextOptions } from './options';

// Vite reads the options of a glob from the source text: they cannot be shared.
const texts = {
  en: byNamespace(import.meta.glob('../../locales/en/*.json', { eager: true, import: 'default' })),
  de: byNamespace(import.meta.glob('../../locales/de/*.json', { eager: true, import: 'default' })),
};

const instances = new Map<Language, i18n>();

/** The one instance of a language: making one per request halves the pages per second. */
export function i18nOf(language: Language): i18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    void instance.use(initReactI18next).init({
      ...i18nextOptions,
      lng: language,
      resources: texts,
      ns: Object.keys(texts.en),
      initImmediate: false,
    });
    instances.set(language, instance);
  }
  return instance;
}

/** Translations for loaders and actions. */
export function translate(language: Language): TFunction {
  return i18nOf(language).t;
}
