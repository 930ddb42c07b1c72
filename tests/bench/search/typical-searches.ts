import type { Filters, SortOrder } from '@domain/search/filters';
import { type MotorTest, motorTests } from '@domain/motor-tests';
import type { Random } from '../../../services/repository/help-files/made-up-people';
import type { SearchInput } from '../../../services/repository/usecases/search/search-data-sets';
import type { MadeUpDataSets } from './made-up-data-set';

/** A search as it is typed, and which page of its results is wanted. */
export interface TypicalSearch {
  what: string;
  input: SearchInput;
  page: 'first' | 'last';
}

type Asked = Partial<Omit<SearchInput, 'language'>> & Partial<Pick<TypicalSearch, 'page'>>;

const places = ['Baden-Württemberg', 'Bayern', 'Hessen', 'Sachsen', 'Österreich', 'Schweiz', 'Karlsruhe', 'Hamburg'];
const testNames = [
  'Standweitsprung',
  'Liegestütze',
  'handgrip',
  '6-minute run',
  'Cooper-Test',
  'Sit-ups',
  'shuttle run',
];

/**
 * Twelve searches like those of visitors. Words and values are others each time, so that hardly any is known from the
 * search before.
 */
export function typicalSearches({ words }: Pick<MadeUpDataSets, 'words'>, random: Random): TypicalSearch[] {
  const one = <Value>(values: readonly Value[]): Value => values[random.whole(0, values.length - 1)]!;
  const german = () => words.de.word(random);
  const english = () => words.en.word(random);
  const tests = (): MotorTest[] => [one(motorTests)];
  const year = random.whole(1990, 2015);
  const age = random.whole(3, 16);
  const facets: Filters = { type: ['RAW'], licence: ['CC-BY 4.0', 'CC0'], region: ['DE'] };
  const narrow: Filters = { test: tests(), age: ['6-10', '11-13'], years: [`${year}`, `${year + 1}`], sex: ['f'] };
  const asked: [what: string, asked: Asked][] = [
    ['a word', { text: german() }],
    ['two words', { text: `${german()} ${english()}` }],
    ['a compound', { text: `${german()}${german().toLowerCase()}` }],
    ['a test and a word', { text: `${one(testNames)} ${german()}` }],
    ['a test, ages and a word', { tests: tests(), text: `${age}-${age + 4} Jahre ${german()}` }],
    ['years and a word', { text: `${year}-${year + 3} ${english()}` }],
    ['a place and a word', { text: `${one(places)} ${german()}` }],
    ['a word with facets', { text: english(), filters: facets }],
    ['facets alone', { filters: narrow }],
    ['a word by title', { text: german(), sort: 'title' }],
    ['last page by persons', { text: english(), sort: 'persons', page: 'last' }],
    ['nothing', {}],
  ];
  return asked.map(([what, { page = 'first', ...given }]) => ({ what, page, input: inputOf(given) }));
}

function inputOf(given: Asked): SearchInput {
  const sort: SortOrder | null = given.sort ?? null;
  return { text: '', tests: [], filters: {}, language: 'de', ...given, sort };
}
