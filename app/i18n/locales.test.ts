import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

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

test('both languages have the same files', () => {
  expect(files('en').length).toBeGreaterThan(15);
  expect(files('de')).toEqual(files('en'));
});

test.for(files('en'))('%s matches in both languages: keys, placeholders, nothing empty', (file) => {
  const [en, de] = [readTexts('en', file), readTexts('de', file)];
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  for (const texts of [en, de]) {
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  }
  // The singular may leave out the count: '1 download' may be 'ein Download'.
  const several = [...en].filter(([key]) => !key.endsWith('_one'));
  expect(several.map(([key]) => [key, placeholders(de.get(key) ?? '')])).toEqual(
    several.map(([key, text]) => [key, placeholders(text)]),
  );
});
