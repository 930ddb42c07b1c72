import type { MotorTest } from '../motor-tests';
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

/** The public numbers among some texts, ascending. */
export function numbersIn(texts: readonly string[]): number[] {
  const numbers = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Nothing is chosen. */
export const noPoolChoice: PoolChoice = { dataSets: [], tests: [], ages: null, sexes: [], years: null, countries: [] };

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
