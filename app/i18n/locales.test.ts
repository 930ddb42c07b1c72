import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { languages } from '@domain/language';

const root = path.resolve(import.meta.dirname, '../..');
const folder = (language: string) => path.join(root, 'locales', language);
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(path.join(folder(language), file), 'utf8'));

/** Plural forms differ between languages in general; both of ours have these two. */
function texts(value: unknown, key = ''): [key: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, key ? `${key}.${name}` : name));
}

const files = readdirSync(folder('en')).filter((file) => file.endsWith('.json'));

test('both languages have the same files', () => {
  for (const language of languages) {
    expect(readdirSync(folder(language)).filter((file) => file.endsWith('.json'))).toEqual(files);
  }
});

test.each(files)('%s has the same keys in both languages, none of them empty', (file) => {
  const [en, de] = [texts(read('en', file)), texts(read('de', file))];
  expect(de.map(([key]) => key).sort()).toEqual(en.map(([key]) => key).sort());
  expect([...en, ...de].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test.each(files)('%s takes the same values in both languages', (file) => {
  const values = (language: string) =>
    Object.fromEntries(
      texts(read(language, file)).map(([key, text]) => [
        key,
        [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort(),
      ]),
    );
  expect(values('de')).toEqual(values('en'));
});

test.each(languages)(
  'the licence page (%s) holds the text that packages carry, to the letter',
  (language) => {
    const file = path.join(root, `services/repository/data/licences/sufl-1.0.${language}.txt`);
    const page = (read(language, 'info.json') as Record<string, unknown>)['sufl-licence'];
    const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
    expect(
      words(
        texts(page)
          .map(([, text]) => text)
          .join(' '),
      ),
    ).toBe(words(readFileSync(file, 'utf8')));
  },
);
