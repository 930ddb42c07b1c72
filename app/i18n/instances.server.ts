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
    keepTexts(instance);
    instances.set(language, instance);
  }
  return instance;
}

/** More than a namespace has keys. Some keys contain codes from data, so there must be a limit. */
const maxKeptTexts = 10_000;

/** Resolves each key without values once. i18next does it anew for each use, which took an eighth of the time of a page. */
function keepTexts(instance: i18n): void {
  const getFixedT = instance.getFixedT.bind(instance);
  const functions = new Map<string, TFunction>();
  instance.getFixedT = (...about: Parameters<typeof getFixedT>) => {
    const key = JSON.stringify(about);
    const known = functions.get(key) ?? withKeptTexts(getFixedT(...about));
    functions.set(key, known);
    return known;
  };
  instance.t = withKeptTexts(instance.t);
}

function withKeptTexts(translateKey: TFunction): TFunction {
  const texts = new Map<string, string>();
  const translateOnce = (key: string | string[], ...values: []) => {
    if (typeof key !== 'string' || values.length > 0) return translateKey(key, ...values);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = translateKey(key);
    if (texts.size < maxKeptTexts) texts.set(key, text);
    return text;
  };
  return Object.assign(translateOnce as TFunction, translateKey);
}

/** Translations for loaders and actions. */
export function translate(language: Language): TFunction {
  return i18nOf(language).t;
}
