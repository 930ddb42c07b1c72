import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { languages, type Language } from '@domain/language';

const root = path.resolve(import.meta.dirname, '../..');
const read = (...file: string[]) => readFileSync(path.join(root, ...file), 'utf8');

/** Cells of the tables of the glossary; the last columns of a row list the avoided words, one column per language. */
const rows = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1));
const terms = rows.filter((cells) => cells.length === 3 + languages.length);
const allowed = rows.filter((cells) => cells.length === 2).map(([phrase]) => phrase!.trim());

/** Words in code in the glossary's column of a language, each with its pattern; `*` stands for any ending. */
function readAvoided(language: Language): [word: string, pattern: RegExp][] {
  const words = terms.flatMap((cells) => [...cells[3 + languages.indexOf(language)]!.matchAll(/`([^`]+)`/g)]);
  return words.map(([, word = '']) => [word, new RegExp(`(?<!\\p{L})${word.replace('*', '\\p{L}*')}(?!\\p{L})`, 'iu')]);
}
const avoided = { en: readAvoided('en'), de: readAvoided('de') };

/** Placeholders, code, link addresses and heading ids, which are not words. */
const notWords = /\{\{.*?\}\}|`[^`]*`|\]\([^)]*\)|\{#[^}]*\}/g;

/** Avoided words of a language that a text uses outside the allowed phrases. */
function avoidedWords(language: Language, text: string): string[] {
  const words = text.replace(notWords, ' ').replace(/\s+/g, ' ');
  const rest = allowed.reduce((shorter, phrase) => shorter.replaceAll(phrase, ''), words);
  return avoided[language].filter(([, pattern]) => pattern.test(rest)).map(([word]) => word);
}

/** Every text in a value, with its key; of a text in several languages only that in `language`. */
function leaves(language: Language, value: unknown, key = ''): [position: string, text: string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isBilingual = entries.length > 0 && entries.every(([name]) => (languages as readonly string[]).includes(name));
  const wanted = isBilingual ? entries.filter(([name]) => name === language) : entries;
  return wanted.flatMap(([name, part]) => leaves(language, part, `${key}.${name}`));
}

/** Texts of the screens, documents and metadata fields, with their locations. */
function textsOf(language: Language): [position: string, text: string][] {
  const folder = path.join('locales', language);
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .concat('services/repository/data/metadata-schema.json')
    .flatMap((file): [string, string][] => {
      if (file.endsWith('.json')) return leaves(language, JSON.parse(read(file)), file);
      return file.endsWith('.md')
        ? read(file)
            .split('\n')
            .map((line, at) => [`${file}:${at + 1}`, line])
        : [];
    });
}

test.each(languages)('texts use the words of docs/glossary.md and none that it avoids (%s)', (language) => {
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(1000);
  const found = texts.flatMap(([position, text]) => avoidedWords(language, text).map((word) => `${position}: ${word}`));
  expect(found).toEqual([]);
});

test('an avoided word is found, whatever its case and ending, but not within another word or an allowed phrase', () => {
  expect(avoidedWords('en', 'Mend the faults of these persons.')).toEqual(['mend', 'fault*', 'persons']);
  expect(avoidedWords('en', 'Amend this. Number of persons tested: `persons`.')).toEqual([]);
  expect(avoidedWords('de', 'Die Urhebern des Blatts')).toEqual(['Blatts', 'Urheber*']);
  expect(avoidedWords('de', 'das Tabellenblatt')).toEqual([]);
});

test('German texts keep a number and its unit on one line', () => {
  const parted = /(\d|\}\}) (%|cm|mm|m|km|s|ms|min|kg|g|kB|MB|GB)(?![\p{L}/-])|§ \d|(Art|Abs|Nr)\. \d/u;
  const names = /^locales\/de\/tests\.json|metadata-schema/;
  expect(textsOf('de').filter(([position, text]) => !names.test(position) && parted.test(text))).toEqual([]);
});
