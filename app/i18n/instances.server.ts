import { createInstance, type i18n, type InitOptions, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { byLanguage, defaultLanguage, type Language, languages } from '@domain/language-code';

import { defaultNamespace, type Texts } from './browser-translator';

const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/{identity,ingest,mail,package,published,submission,test-items}.json'],
  { eager: true, import: 'default' },
);

/** Every text of the screens, by language and namespace. Namespaces are the names of the files. */
export const screenTexts = byLanguage(textsOf);

function textsOf(language: Language): Texts {
  const named = Object.entries(files).flatMap(([path, texts]) => {
    const [, folder, namespace = ''] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    return folder === language ? [[namespace, texts] as const] : [];
  });
  return Object.fromEntries(named);
}

/** Texts are escaped by React, not here. */
const options = {
  supportedLngs: [...languages],
  fallbackLng: defaultLanguage,
  defaultNS: defaultNamespace,
  ns: Object.keys(screenTexts[defaultLanguage]),
  keySeparator: '.',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
  initImmediate: false,
} satisfies InitOptions;

const instances = new Map<Language, i18n>();

/** Returns the one instance of a language. An instance per request would halve the pages per second. */
export function i18nOf(language: Language): i18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    void instance.use(initReactI18next).init({ ...options, lng: language, resources: screenTexts });
    instances.set(language, instance);
  }
  return instance;
}

/** Translations for loaders and actions. */
export function translate(language: Language): TFunction {
  return i18nOf(language).t;
}
