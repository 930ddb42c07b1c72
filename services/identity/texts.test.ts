import { expect, test } from 'vitest';

import german from '../../locales/de/identity.json';
import english from '../../locales/en/identity.json';
import { languageOf } from './texts';

type Tree = { [key: string]: string | Tree };

/** Every key with the `{{names}}` in its text. */
function keysOf(tree: Tree, path = ''): string[] {
  return Object.entries(tree)
    .flatMap(([key, value]) =>
      typeof value === 'string'
        ? [`${path}${key} ${[...new Set(value.match(/\{\{\w+\}\}/g))].sort().join(' ')}`]
        : keysOf(value, `${path}${key}.`),
    )
    .sort();
}

test('both languages have the same keys and placeholders', () => {
  expect(keysOf(german)).toEqual(keysOf(english));
});

test.each([
  ['language=DE-de', 'de'],
  ['a=b; language=EN-us; c=d', 'en'],
  ['language=de', 'de'],
  ['language=fr', 'en'],
  ['xlanguage=DE-de', 'en'],
  [undefined, 'en'],
])('the cookie %s means %s', (cookie, language) => {
  expect(languageOf(cookie)).toBe(language);
});
