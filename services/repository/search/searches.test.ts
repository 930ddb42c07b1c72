import { beforeAll, expect, test } from 'vitest';

import { parseQuery, type Term } from '@domain/search/grammar';

import { type CatalogueEntry } from '../../../tests/fixtures/catalogue/make-catalogue';
import { catalogue, searches } from '../../../tests/fixtures/searches';
import type { Search } from '../../../tests/fixtures/searches/search';
import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { eachDatabase } from '../../../tests/support/test-database';
import type { RepositoryContext } from '../context/context';
import { createLocalRegistrar } from '../doi/registrars';
import { openStore } from '../store/database';
import { listNumbers, searchDataSets } from '../usecases/search/search-data-sets';
import { learnFrequentWords } from './open-catalogue';
import { searchNames } from './search-names';

const topics = Object.entries(searches);
const origin = 'https://motothek.example';

test('no search is tried twice', () => {
  const texts = topics.flatMap(([, tried]) => tried.map(({ text }) => text));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThan(500);
});

/** What a term asks for; one word in quotation marks is the word. */
function meaningOf({ text: _text, without: _without, replacedBy: _replacedBy, ...meaning }: Term): object {
  if (meaning.kind !== 'phrase' || meaning.words.length !== 1) return meaning;
  return { kind: 'word', word: { word: meaning.words[0], prefix: false } };
}

test.each(topics)('without any term of a search for %s, the others are read as before', (_topic, tried) => {
  for (const { text } of tried) {
    const { terms } = parseQuery(text, searchNames);
    for (const [index, term] of terms.entries()) {
      const others = terms.filter((_, at) => at !== index).map(meaningOf);
      const left = parseQuery(term.without(), searchNames).terms.map(meaningOf);
      expect(left, `${text} without ${term.text}`).toEqual(others);
    }
  }
});

const briefly = (entries: CatalogueEntry[]) => entries.map(({ nr, study }) => `${nr} ${study.name}`).join(', ');

eachDatabase('in the catalogue of 300 data sets', (database) => {
  let repository: RepositoryContext;
  /** The same, but for what it has learned. */
  let learned: RepositoryContext;
  beforeAll(async () => {
    const settings = { origin } as RepositoryContext['settings'];
    const part: Partial<RepositoryContext> = { settings, doi: createLocalRegistrar({ origin }) };
    const open = () => ({ ...part, db: openStore(database().pool) }) as RepositoryContext;
    [repository, learned] = [open(), open()];
    await publishAllForTest(
      repository,
      catalogue.map(({ set }) => set),
    );
    await learnFrequentWords(learned.db, { fromSize: 0 });
  });

  const inputOf = (text: string) => ({ text, tests: [], filters: {}, sort: null, language: 'en' as const });

  /** What is wrong with the answer to a search. */
  async function problemsOf({ text, finds, mayFind, kinds, offers }: Search): Promise<string[]> {
    const { numbers } = await listNumbers(repository, { ...inputOf(text), limit: catalogue.length });
    const found = new Set(numbers);
    const missing = catalogue.filter((entry) => finds(entry) && !found.has(entry.nr));
    const wrong = catalogue.filter((entry) => found.has(entry.nr) && !finds(entry) && !mayFind(entry));
    const read = parseQuery(text, searchNames).terms.map(({ kind }) => kind);
    return [
      ...(missing.length > 0 ? [`does not find ${briefly(missing)}`] : []),
      ...(wrong.length > 0 ? [`finds ${briefly(wrong)}`] : []),
      ...(kinds && kinds.join() !== read.join() ? [`is read as ${read.join(', ')}`] : []),
      ...(offers && !(await offered(text)).includes(offers) ? [`does not offer ${offers}`] : []),
    ];
  }

  async function offered(text: string): Promise<string[]> {
    const [summary] = await searchDataSets(repository, { ...inputOf(text), page: 1 });
    return summary.terms.flatMap(({ similar }) => similar.map((word) => word.text));
  }

  test.each(topics)('searches for %s find the same with the frequent words in memory', async (_topic, tried) => {
    const numbersIn = async (one: RepositoryContext, text: string) =>
      (await listNumbers(one, { ...inputOf(text), limit: catalogue.length })).numbers;
    for (const { text } of tried) {
      expect(await numbersIn(learned, text), text).toEqual(await numbersIn(repository, text));
    }
  });

  test.each(topics)('searches for %s find what they must and nothing else', async (_topic, tried) => {
    const problems: string[] = [];
    for (const one of tried) {
      for (const problem of await problemsOf(one)) problems.push(`"${one.text}" ${problem}`);
    }
    expect(problems).toEqual([]);
  });
});
