import { expect, test } from 'vitest';

import { languages } from '@domain/language-code';

import { createTranslator, type Texts } from './browser-translator';
import { i18nOf, screenTexts } from './instances.server';

const values = { message: 'Größe & <b>', name: '{{name}}', value: 7, title: "O'Neil" };

/** Full keys of every text, such as 'home:results.none'. */
function keysOf(texts: Texts): string[] {
  const walk = (part: unknown, key: string): string[] => {
    if (typeof part === 'string') return [key];
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return [];
    return Object.entries(part).flatMap(([name, inner]) => walk(inner, `${key}.${name}`));
  };
  return Object.entries(texts).flatMap(([namespace, part]) =>
    Object.entries(part).flatMap(([name, inner]) => walk(inner, `${namespace}:${name}`)),
  );
}

/** Placeholders of a text with sample values. */
function valuesFor(text: string): Record<string, unknown> {
  const names = [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, name in values ? values[name as 'name'] : `<${name}>`]));
}

test.for(languages)('the browser translates every text as i18next does (%s)', (language) => {
  const texts = screenTexts[language];
  const { t } = i18nOf(language);
  const translate = createTranslator(language, texts);
  const keys = keysOf(texts);
  expect(keys.length).toBeGreaterThan(400);
  for (const key of keys) {
    // Forms of a text may leave out values, as in 'row 1 of 9' and 'rows 1 to 3 of 9'.
    const forms = [key, key.replace(/_one$/, '_other')].map((form) => t(form, { skipInterpolation: true }));
    const given = valuesFor(forms.join(' '));
    expect(translate('common', key, given), key).toBe(t(key, given));
    const plural = key.replace(/_(one|other)$/, '');
    if (plural === key) continue;
    for (const count of [0, 1, 2, 21, 12_345]) {
      const counted = { ...given, count };
      expect(translate('common', plural, counted), `${plural} ${count}`).toBe(t(plural, counted));
    }
  }
});

test('a missing text returns the default, or the key', () => {
  const translate = createTranslator('en', { common: { hello: 'Hello {{name}}' } });
  expect(translate('common', 'hello', { name: 'Eva' })).toBe('Hello Eva');
  expect(translate('common', 'nothing', 'RAW')).toBe('RAW');
  expect(translate('common', 'nothing')).toBe('nothing');
  expect(translate('common', 'other:part.nothing')).toBe('part.nothing');
});
