import { rangeBetween, wholeRanges } from '../choice-ranges';
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
  const listed = (...names: string[]) => [
    ...new Set(names.flatMap((name) => query.getAll(name).flatMap((value) => value.split(',')))),
  ];
  return {
    dataSets: numbersIn(listed('data-sets', 'set')).slice(0, maxPoolDataSets),
    tests: motorTests.filter((test) => listed('tests', 'test').includes(test)),
    ages: readRange(query, 'age'),
    sexes: poolSexes.filter((sex) => listed('sex').includes(sex)),
    years: readRange(query, 'year'),
    countries: listed('countries', 'country')
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .sort(),
  };
}

/** The public numbers among some texts, ascending. */
export function numbersIn(texts: readonly string[]): number[] {
  const numbers = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
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
