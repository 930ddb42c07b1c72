import type { i18n } from 'i18next';

import type { Language } from '@domain/language-code';
import { fillText } from '@domain/text';

/** Namespace of keys that name none. */
export const defaultNamespace = 'common';

/** Texts by namespace; within one, keys may be nested. */
export type Texts = Record<string, Record<string, unknown>>;

type Values = Record<string, unknown>;

/**
 * Does what i18next does for this app's texts, in a fiftieth of its size (decision 0028): keys 'area:part.name', plurals
 * with `count`, `{{name}}`, `{{count, number}}`, a default text as second argument. browser-translator.test.ts compares
 * every text with that of i18next. Texts may be added to `texts` later.
 */
export function createTranslator(language: Language, texts: Texts) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);

  function find(namespace: string, key: string): string | undefined {
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Values | undefined)?.[name], texts[namespace]);
    return typeof found === 'string' ? found : undefined;
  }

  function fill(text: string, values: Values): string {
    const formatted = text.replace(/\{\{(\w+), number\}\}/g, (_, name: string) => numbers.format(Number(values[name])));
    return fillText(formatted, values);
  }

  return function translate(namespace: string, name: string, given: Values | string = {}): string {
    const colon = name.indexOf(':');
    const [area, key] = colon < 0 ? [namespace, name] : [name.slice(0, colon), name.slice(colon + 1)];
    const values = typeof given === 'string' ? { defaultValue: given } : given;
    const plural = typeof values.count === 'number' ? find(area, `${key}_${plurals.select(values.count)}`) : undefined;
    return fill(plural ?? find(area, key) ?? String(values.defaultValue ?? key), values);
  };
}

/** The translator in the shape in which react-i18next takes i18next; the language of a page never changes. */
export function asI18next(language: Language, texts: Texts): i18n {
  const translate = createTranslator(language, texts);
  const getFixedT = (_: unknown, namespace: string | null) => (key: string, values?: Values | string) =>
    translate(namespace ?? defaultNamespace, key, values);
  const shape = {
    language,
    languages: [language],
    isInitialized: true,
    options: { defaultNS: defaultNamespace, react: { useSuspense: false, bindI18n: '', bindI18nStore: '' } },
    hasLoadedNamespace: () => true,
    getFixedT,
    t: getFixedT(null, null),
  };
  return shape as unknown as i18n;
}
