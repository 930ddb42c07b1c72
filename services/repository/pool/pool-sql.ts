import type { PoolChoice } from '@domain/pool/pool-choice';
import { motorTests, type MotorTest } from '@domain/motor-tests';
import type { Range } from '@domain/search/ranges';

import { sqlName, sqlText } from '../context/table-engine';
import { exactAgeSql, knownCountrySql, knownYearSql } from '../distributions/published-results';
import { longFormat, vocabulary } from '../vocabulary';

/** Columns that a pooled table has besides those of the vocabulary. */
export const ownColumns = ['data_set', 'data_set_doi', 'person'] as const;
export type OwnColumn = (typeof ownColumns)[number];

/** What is said of a data set as a whole. */
export interface PoolFacts {
  nr: number;
  doi: string;
  ages: Range[];
  years: Range[];
  sexes: string[];
  countries: string[];
}

/** A table with one row for each person and occasion. */
export interface WideTable {
  facts: PoolFacts;
  /** Keys of its columns. */
  keys: string[];
  /** SQL relation of its rows. */
  from: string;
  /** Names of the tests that rows are about; of a table that stays in long format only. */
  named?: string[];
}

/** Statement for the rows of the pool in the order of the tables; null if none of them has the chosen tests. */
export function poolSql(tables: readonly WideTable[], choice: PoolChoice): string | null {
  const chosen = tables.filter(
    (table) => choice.tests.length === 0 || resultConditions(table, choice.tests).length > 0,
  );
  if (chosen.length === 0) return null;
  const keys = new Set(chosen.flatMap((table) => columnsOf(table, choice)));
  const known = [...vocabulary.targets.raw.keys()].filter((key) => keys.has(key));
  const unknown = [...keys].filter((key) => !vocabulary.targets.raw.has(key)).sort();
  const columns = [...ownColumns, ...known, ...unknown].map(sqlName).join(', ');
  return `select ${columns} from (${chosen.map((table) => rowsSql(table, choice)).join(' union all by name ')})`;
}

function rowsSql(table: WideTable, choice: PoolChoice): string {
  const { facts, keys, from } = table;
  const person = keys.includes('person_id')
    ? `${sqlText(`${facts.nr}-`)} || cast(person_id as varchar)`
    : 'cast(null as varchar)';
  const own: Record<OwnColumn, string> = { data_set: String(facts.nr), data_set_doi: sqlText(facts.doi), person };
  const columns = [
    ...ownColumns.map((name) => `${own[name]} as ${name}`),
    ...columnsOf(table, choice).map((key) => columnSql(table, key, choice)),
  ];
  return `select ${columns.join(', ')} from ${from} where ${conditionsOf(table, choice).join(' and ')}`;
}

/** The columns of a table that belong to no test, or to a chosen one. */
function columnsOf({ keys }: WideTable, { tests }: PoolChoice): string[] {
  return keys.filter((key) => {
    const test = testOf(key);
    return test === null || tests.length === 0 || tests.includes(test);
  });
}

/** A column of a table. In a row that is about another test than the chosen ones, what says so is empty. */
function columnSql({ named }: WideTable, key: string, { tests }: PoolChoice): string {
  const name = sqlName(key);
  if (!named || tests.length === 0 || !Object.values(longFormat).includes(key)) return name;
  return `case when ${isNamed(resultsOf(named, tests))} then ${name} end as ${name}`;
}

/** Whether the row of a table in long format is about one of these results. */
function isNamed(names: readonly string[]): string {
  return names.length === 0 ? 'false' : `test_name in (${names.map(sqlText).join(', ')})`;
}

/** Conditions that a row has results of some tests, one of which is enough; none if no row of the table can have them. */
function resultConditions({ keys, named = [] }: WideTable, tests: readonly MotorTest[]): string[] {
  const names = resultsOf(named, tests);
  const columns = resultsOf(keys, tests).map((key) => `${sqlName(key)} is not null`);
  return names.length === 0 ? columns : [...columns, `${isNamed(names)} and test_value is not null`];
}

/** The columns with results of some tests. */
function resultsOf(keys: readonly string[], tests: readonly MotorTest[]): string[] {
  return keys.filter((key) => {
    const test = testOf(key);
    return test !== null && tests.includes(test) && vocabulary.targets.raw.get(key)?.isResult !== false;
  });
}

/** The motor test to which a key belongs, also if it has left the vocabulary since it was published. */
function testOf(key: string): MotorTest | null {
  const target = vocabulary.targets.raw.get(key);
  return target ? target.test : (motorTests.find((test) => test === key.split('.')[0]) ?? null);
}

function conditionsOf(table: WideTable, { tests, ages, sexes, years, countries }: PoolChoice): string[] {
  const { facts } = table;
  const keys = new Set(table.keys);
  const age = exactAgeSql(keys);
  const results = resultConditions(table, tests);
  return [
    'true',
    ...(results.length > 0 ? [`(${results.join(' or ')})`] : []),
    ...(ages ? [inRange(age && `floor(${age})`, facts.ages, ages)] : []),
    ...(years ? [inRange(knownYearSql(keys), facts.years, years)] : []),
    ...(sexes.length > 0 ? [inList(keys.has('sex') ? 'sex' : null, facts.sexes, sexes)] : []),
    ...(countries.length > 0 ? [inList(knownCountrySql(keys), facts.countries, countries)] : []),
  ];
}

/**
 * Condition on a number of a row. A table that does not have it counts by what is said of its data set as a whole, if all
 * of that lies in the range.
 */
function inRange(value: string | null, said: readonly Range[], { start, end }: Range): string {
  if (value !== null) return `${value} between ${start} and ${end}`;
  return String(said.length > 0 && said.every((range) => range.start >= start && range.end <= end));
}

/** The same for a code. */
function inList(value: string | null, said: readonly string[], chosen: readonly string[]): string {
  if (value !== null) return `${value} in (${chosen.map(sqlText).join(', ')})`;
  return String(said.length > 0 && said.every((code) => chosen.includes(code)));
}
