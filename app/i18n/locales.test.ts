import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { defaultLanguage, languages } from '@domain/language-code';

const folder = path.resolve(import.meta.dirname, '../../locales');
/** Texts of the screens, without the documents, which have their own folder and test. */
const files = (language: string) =>
  readdirSync(path.join(folder, language))
    .filter((name) => name.endsWith('.json'))
    .sort();

/** Texts of a file, keyed by full key, such as 'templates.select'. */
function readTexts(language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) walk(part, key ? `${key}.${name}` : name);
    } else texts.set(key, String(value));
  };
  walk(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')), '');
  return texts;
}

const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

test('the folders are those of the languages', () => {
  expect(readdirSync(folder).sort()).toEqual([...languages].sort());
  expect(files(defaultLanguage).length).toBeGreaterThan(15);
});

const others = languages.filter((language) => language !== defaultLanguage);

test.for(others)('%s has the files of the default language', (language) => {
  expect(files(language)).toEqual(files(defaultLanguage));
});

const pairs = others.flatMap((language) => files(defaultLanguage).map((file) => [language, file] as const));

test.for(pairs)('%s/%s says what it says in the default language: keys, placeholders', ([language, file]) => {
  const [wanted, texts] = [readTexts(defaultLanguage, file), readTexts(language, file)];
  expect([...texts.keys()].sort()).toEqual([...wanted.keys()].sort());
  // The singular may leave out the count: '1 download' may be 'ein Download'.
  const several = [...wanted].filter(([key]) => !key.endsWith('_one'));
  expect(several.map(([key]) => [key, placeholders(texts.get(key) ?? '')])).toEqual(
    several.map(([key, text]) => [key, placeholders(text)]),
  );
});

test.for(languages)('no text of %s is empty', (language) => {
  const empty = files(language).flatMap((file) =>
    [...readTexts(language, file)].flatMap(([key, text]) => (text.trim() === '' ? [`${file} ${key}`] : [])),
  );
  expect(empty).toEqual([]);
});
