import { rangeBetween, wholeRanges } from '../choice-ranges';
import { parseLanguage } from '../language-code';
import { type MotorTest, motorTests } from '../motor-tests';
import type { Range } from '../search/ranges';

/** Formats of a pooled table. */
export const poolFormats = ['csv', 'parquet', 'sav'] as const;
export type PoolFormat = (typeof poolFormats)[number];

/** Codes of the sexes by which rows can be chosen. */
export const poolSexes = ['f', 'm', 'd', 'x'] as const;
export type PoolSex = (typeof poolSexes)[number];

/** Data sets that one table may be made of. Own estimate: as many as one page can list. */
export const maxPoolDataSets = 200;

/** Rows and columns of a pooled table. What is empty or null is not narrowed. */
export interface PoolChoice {
  /** Public numbers, ascending. */
  dataSets: number[];
  tests: MotorTest[];
  /** Ages in completed years. */
  ages: Range | null;
  sexes: PoolSex[];
  /** Years of the tests. */
  years: Range | null;
  /** ISO 3166-1 alpha-2. */
  countries: string[];
}

/**
 * Reads what an address chooses, as programs write it or as the form sends it (`set`, `test`, `country`, `age-from` …).
 * What is not valid is ignored; ends in the wrong order are exchanged.
 */
export function readPoolChoice(query: URLSearchParams): PoolChoice {
  const valuesOf = (...names: string[]) => [
    ...new Set(names.flatMap((name) => query.getAll(name).flatMap((value) => value.split(',')))),
  ];
  return {
    dataSets: numbersIn(valuesOf('data-sets', 'set')).slice(0, maxPoolDataSets),
    tests: motorTests.filter((test) => valuesOf('tests', 'test').includes(test)),
    ages: readRange(query, 'age'),
    sexes: poolSexes.filter((sex) => valuesOf('sex').includes(sex)),
    years: readRange(query, 'year'),
    countries: valuesOf('countries', 'country').filter(isCountry).sort(),
  };
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text);
const isOneOf = (known: readonly string[]) => (text: string) => known.includes(text);

/** What may be listed in the parameters of an address. */
const listed = new Map<string, (text: string) => boolean>(
  Object.entries({
    'data-sets': isNumber,
    set: isNumber,
    tests: isOneOf(motorTests),
    test: isOneOf(motorTests),
    sex: isOneOf(poolSexes),
    countries: isCountry,
    country: isCountry,
    format: isOneOf(poolFormats),
    lang: (text: string) => parseLanguage(text) !== null,
  }),
);
const isRange = /^(?:ages|years)$/;
const isEnd = /^(?:age|year)-(?:from|to)$/;

/**
 * The first part of an address that `readPoolChoice` would ignore, as 'countries=Germany', so that nobody gets other rows
 * than were asked for; null if it reads all of them. Parameters with other names mean nothing.
 */
export function unreadPart(query: URLSearchParams): string | null {
  for (const [name, value] of query) {
    const isKnown = listed.get(name);
    const unread = isKnown
      ? value.split(',').find((part) => part !== '' && !isKnown(part))
      : [value].find((text) => isUnreadEnd(name, text.trim()));
    if (unread !== undefined) return `${name}=${unread}`;
  }
  const numbers = numbersIn(['data-sets', 'set'].flatMap((name) => query.getAll(name).join().split(',')));
  return numbers.length > maxPoolDataSets ? `data-sets=${numbers[maxPoolDataSets]}` : null;
}

function isUnreadEnd(name: string, text: string): boolean {
  if (text === '') return false;
  return (
    (isRange.test(name) && !/^(?:\d{1,4}-?|\d{0,4}-\d{1,4})$/.test(text)) ||
    (isEnd.test(name) && !/^\d{1,4}$/.test(text))
  );
}

/** The public numbers among some texts, ascending. */
export function numbersIn(texts: readonly string[]): number[] {
  const numbers = texts.filter(isNumber).map(Number);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** A range of one parameter ('ages=6-17'), or of two that a form sends. One that is open at an end goes to its limit. */
function readRange(query: URLSearchParams, name: 'age' | 'year'): Range | null {
  const [first = '', last = first] = (query.get(`${name}s`) ?? '').split('-');
  const ends = [query.get(`${name}-from`) ?? first, query.get(`${name}-to`) ?? last];
  return rangeBetween(ends, wholeRanges[`${name}s`]);
}

/** What is chosen as the parameters of an address, in a fixed order and without what is empty. */
export function writePoolChoice({ dataSets, tests, ages, sexes, years, countries }: PoolChoice): [string, string][] {
  const range = (chosen: Range | null) => (chosen ? `${chosen.start}-${chosen.end}` : '');
  const entries: [string, string][] = [
    ['data-sets', dataSets.join()],
    ['tests', tests.join()],
    ['ages', range(ages)],
    ['sex', sexes.join()],
    ['years', range(years)],
    ['countries', countries.join()],
  ];
  return entries.filter(([, value]) => value !== '');
}
