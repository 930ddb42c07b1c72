import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../locales');
/** Texts of the screens; documents stand in a folder of their own and have a test of their own. */
const files = (language: string) =>
  readdirSync(path.join(folder, language))
    .filter((name) => name.endsWith('.json'))
    .sort();

/** Texts of a file by their whole keys: 'templates.select'. */
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

test.for(files('en'))('%s says the same in both languages: keys, placeholders, nothing empty', (file) => {
  const [en, de] = [readTexts('en', file), readTexts('de', file)];
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  for (const texts of [en, de]) {
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  }
  // The singular may leave its count out: '1 download' is 'ein Download' somewhere.
  const several = [...en].filter(([key]) => !key.endsWith('_one'));
  expect(several.map(([key]) => [key, placeholders(de.get(key) ?? '')])).toEqual(
    several.map(([key, text]) => [key, placeholders(text)]),
  );
});
