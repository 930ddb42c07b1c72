import path from 'node:path';

import { z } from 'zod';

import { type Bilingual, languages } from '@domain/language';
import { isMotorTest } from '@domain/motor-tests';
import { nameKinds, SearchNames, type SearchName } from '@domain/search/names';

import { rootFolder } from '../../root-folder';
import { countryCodes } from '../metadata/codes';
import { vocabulary, type Vocabulary } from '../vocabulary';
import { list, readRows } from '../vocabulary/read-data';

const folder = path.join(rootFolder, 'services', 'repository', 'data', 'vocabulary');

/**
 * Loads the names that a search recognises: `search-names.csv`, the labels of the motor tests, the names that headers of
 * columns have for them (`concepts.csv`), and all countries. Throws an Error that names file and line of a mistake.
 *
 * German states and cities stand for the two-digit postal areas that lie mostly in them (list of the postal regions,
 * https://de.wikipedia.org/wiki/Postleitzahl_(Deutschland)).
 */
export function loadSearchNames(vocabulary: Vocabulary): { name: string; means: SearchName }[] {
  const words = conceptWords();
  const rows = readRows(folder, 'search-names.csv', {
    kind: z.enum(nameKinds),
    values: list('|'),
    concept: z.string(),
    meaning_en: z.string(),
    meaning_de: z.string(),
    names: list('|'),
  });
  const listed = rows.flatMap(({ kind, values, concept, meaning_en, meaning_de, names, position }) => {
    const known = concept === '' ? [] : words.get(concept);
    if (!known) throw new Error(`${position}: no concept "${concept}"`);
    const test = vocabulary.tests.get(values[0] as never);
    if (kind === 'test' && !values.every(isMotorTest)) throw new Error(`${position}: not a motor test`);
    const meaning = { en: meaning_en || test?.long.en || '', de: meaning_de || test?.long.de || '' };
    if (meaning.en === '' || meaning.de === '') throw new Error(`${position}: no meaning`);
    return withNames({ kind, values, meaning, synonyms: [] }, [meaning.en, meaning.de, ...names, ...known]);
  });
  return [...listed, ...testLabels(vocabulary), ...countries()];
}

function conceptWords(): Map<string, string[]> {
  const rows = readRows(folder, 'concepts.csv', { concept: z.string(), words: list('|'), abbreviations: list('|') });
  return new Map(rows.map(({ concept, words, abbreviations }) => [concept, [...words, ...abbreviations]]));
}

function testLabels({ tests }: Vocabulary) {
  return [...tests].flatMap(([test, { abbr, short, long }]) =>
    withNames(
      { kind: 'test', values: [test], meaning: long, synonyms: [] },
      [abbr, short, long].flatMap(({ en, de }) => [en, de]),
    ),
  );
}

function countries() {
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }));
  return countryCodes.flatMap((code) => {
    const [en, de] = names.map((each) => each.of(code));
    if (!en || !de) return [];
    const meaning: Bilingual = { en, de };
    return withNames({ kind: 'country', values: [code], meaning, synonyms: [] }, [en, de]);
  });
}

/** Kinds whose names are looked for in texts, all of them, because a contributor may write any or no fact. */
const namedInTexts: readonly SearchName['kind'][] = ['institution', 'region'];

function shortNames(kind: SearchName['kind'], names: string[]): string[] {
  if (kind !== 'institution') return [];
  return names.flatMap((name) => (name.startsWith('Universität ') ? [name.replace('Universität ', 'Uni ')] : []));
}

function withNames(means: SearchName, names: string[]): { name: string; means: SearchName }[] {
  const all = [...new Set([...names, ...shortNames(means.kind, names)])];
  const complete = namedInTexts.includes(means.kind) ? { ...means, synonyms: all } : means;
  return all.map((name) => ({ name, means: complete }));
}

const loaded = loadSearchNames(vocabulary);

/** Names that a search recognises. */
export const searchNames = new SearchNames(loaded);

const namesByValue = new Map<string, string[]>();
for (const { name, means } of loaded) {
  for (const value of means.values) {
    const key = `${means.kind}:${value}`;
    namesByValue.set(key, [...(namesByValue.get(key) ?? []), name]);
  }
}

/** All names of a value of a facet, in both languages, by which a data set that has it can be found as words. */
export function namesOf(kind: SearchName['kind'], value: string): readonly string[] {
  return namesByValue.get(`${kind}:${value}`) ?? [];
}
