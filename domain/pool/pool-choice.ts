import { isMotorTest, type MotorTest } from '../motor-tests';

/** Formats of a pooled table. */
export const poolFormats = ['csv', 'parquet', 'sav'] as const;
export type PoolFormat = (typeof poolFormats)[number];

/** Codes of the sexes by which rows can be chosen. */
export const poolSexes = ['f', 'm', 'd', 'x'] as const;
export type PoolSex = (typeof poolSexes)[number];

/** Data sets that one table may be made of. Own estimate: as many as one page can list. */
export const maxPoolDataSets = 200;

/** Both ends are included. */
export interface PoolRange {
  start: number;
  end: number;
}

/** Limits of ages in completed years and of years, as in the vocabulary. */
export const poolLimits = { ages: { start: 0, end: 120 }, years: { start: 1900, end: 2100 } } as const;

/** Rows and columns of a pooled table. What is empty or null is not narrowed. */
export interface PoolChoice {
  /** Public numbers, ascending. */
  dataSets: number[];
  tests: MotorTest[];
  /** Ages in completed years. */
  ages: PoolRange | null;
  sexes: PoolSex[];
  /** Years of the tests. */
  years: PoolRange | null;
  /** ISO 3166-1 alpha-2. */
  countries: string[];
}

/** Reads what an address chooses. What is not valid is ignored; ends in the wrong order are exchanged. */
export function readPoolChoice(query: URLSearchParams): PoolChoice {
  const listed = (name: string) => [...new Set(query.getAll(name).flatMap((value) => value.split(',')))];
  const numbers = listed('data-sets').filter((text) => /^[1-9]\d{0,8}$/.test(text));
  return {
    dataSets: numbers
      .map(Number)
      .sort((a, b) => a - b)
      .slice(0, maxPoolDataSets),
    tests: listed('tests').filter(isMotorTest),
    ages: readRange(query, 'ages'),
    sexes: poolSexes.filter((sex) => listed('sex').includes(sex)),
    years: readRange(query, 'years'),
    countries: listed('countries').filter((code) => /^[A-Z]{2}$/.test(code)),
  };
}

/** A range of one parameter ('6-17'), or of two that a form sends: one with '-from' and one with '-to'. */
function readRange(query: URLSearchParams, name: 'ages' | 'years'): PoolRange | null {
  const limits = poolLimits[name];
  const [from = '', to = from] = (query.get(name) ?? '').split('-');
  const ends = [query.get(`${name}-from`) ?? from, query.get(`${name}-to`) ?? to];
  if (ends.every((end) => !/^\d{1,4}$/.test(end))) return null;
  const [start, end] = ends.map((text, index) =>
    /^\d{1,4}$/.test(text) ? Number(text) : [limits.start, limits.end][index]!,
  ) as [number, number];
  return { start: Math.min(start, end), end: Math.max(start, end) };
}

/** What is chosen as the parameters of an address, in a fixed order and without what is empty. */
export function writePoolChoice({ dataSets, tests, ages, sexes, years, countries }: PoolChoice): [string, string][] {
  const range = (chosen: PoolRange | null) => (chosen ? `${chosen.start}-${chosen.end}` : '');
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
