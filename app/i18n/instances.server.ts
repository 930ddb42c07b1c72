import { createInstance, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Language } from '@domain/language';

import { byNamespace, i18nextOptions } from './options';
import { texts as de } from './texts-de';
import { texts as en } from './texts-en';

const resources = { en: byNamespace(en), de: byNamespace(de) };

const instances = new Map<Language, i18n>();

/** The one instance of a language: making one per request halves the pages per second. */
export function i18nOf(language: Language): i18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    void instance
      .use(initReactI18next)
      .init({ ...i18nextOptions, lng: language, resources, ns: Object.keys(resources.en), initImmediate: false });
    instances.set(language, instance);
  }
  return instance;
}

/** Translations for loaders and actions. */
export function translate(language: Language): TFunction {
  return i18nOf(language).t;
}
