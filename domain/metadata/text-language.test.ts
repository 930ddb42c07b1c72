import { expect, test } from 'vitest';

import type { MetadataEntry } from '../api/metadata';
import { fieldIds } from './field-ids';
import {
  dataLanguageOf,
  describedIn,
  fieldLanguage,
  otherLanguage,
  readLanguage,
  titlesOf,
  valueLanguage,
} from './text-language';

const entry = (id: number, ...values: string[]): MetadataEntry => ({ id, name: '', values });
const title = entry(fieldIds.title, 'Handkraft von Kindern');
const translated = entry(fieldIds.translatedTitle, 'Grip of children');
const german = entry(fieldIds.abstractLanguage, 'de');

test('a study is described in the language of its abstract, which may be unknown', () => {
  expect(describedIn([title, german])).toBe('de');
  expect(describedIn([title])).toBe('');
  // The language of the data does not apply to texts about it.
  expect(describedIn([entry(fieldIds.dataLanguage, 'de')])).toBe('');
});

test('any other language counts as unknown', () => {
  expect(['en', 'de', 'fr', 'DE', '', 'x" onload="'].map(readLanguage)).toEqual(['en', 'de', '', '', '', '']);
});

test('a translated title is in the other language; if the first language is unknown, so is the other', () => {
  expect(titlesOf([title, translated, german])).toEqual([
    { text: 'Handkraft von Kindern', language: 'de' },
    { text: 'Grip of children', language: 'en' },
  ]);
  expect(titlesOf([title, translated]).map(({ language }) => language)).toEqual(['', '']);
  expect(titlesOf([german])).toEqual([]);
  expect((['en', 'de', ''] as const).map(otherLanguage)).toEqual(['de', 'en', '']);
});

test('names, numbers and addresses have no language', () => {
  expect(fieldLanguage({ wording: null }, 'de')).toBeNull();
  expect(fieldLanguage({ wording: 'study' }, 'de')).toBe('de');
  expect(fieldLanguage({ wording: 'other' }, 'de')).toBe('en');
  expect(fieldLanguage({ wording: 'study' }, '')).toBe('');
});

test('a choice in a field for free text is in the language of the page', () => {
  const setting = { wording: 'study', choices: [{ value: 'School', label: 'Schule' }] } as const;
  const field = { ...setting, choices: [...setting.choices] };
  expect(['School', 'Schule', 'Turnhalle'].map((value) => valueLanguage(field, value, 'de'))).toEqual([
    null,
    null,
    'de',
  ]);
});

test('column names have the language of the data, whichever that is', () => {
  expect(dataLanguageOf([entry(fieldIds.dataLanguage, 'nl'), german])).toBe('nl');
  expect(dataLanguageOf([german])).toBe('');
});
