import { motorTests, type MotorTest } from '@domain/motor-tests';
import type { UploadKind } from '@domain/upload-id';

import { firstYear } from '../checks/date-sql';
import type { FileStore } from '../context/file-store';
import { openLocalFiles } from '../files/read-objects';
import { countPersonsSql } from '../checks/count-cases';
import { jobStatement, parquetSql, sqlName, type TableEngine } from '../context/table-engine';
import { vocabulary } from '../vocabulary';
import type { BuiltTable } from './build-published-tables';
import { sumPublishedGroups } from './sum-published-groups';

/** Facts about published tables for search and result rows. */
export interface TablesDescription {
  /** In icon order; only tests with at least one value. */
  exercises: MotorTest[];
  /** Years of the tests, ascending. */
  years: number[];
  /** Completed years of age, both included; null if no age is published. */
  ages: { start: number; end: number } | null;
  /** Codes m, f, d, x that occur. A group of both sexes counts as m and f. */
  genders: string[];
  /** First two or three digits of postal codes. */
  postalAreas: string[];
  /** Number of people in raw data: distinct ones if they are numbered, otherwise rows. */
  persons: number;
  /** Number of people in aggregated data; null without any n. */
  cases: number | null;
  /** Number of results of motor tests that are not missing. */
  values: number;
  /** The same by motor test. */
  results: Partial<Record<MotorTest, number>>;
}

interface Sources {
  files: FileStore;
  tables: TableEngine;
}

type DescribedTable = Pick<BuiltTable, 'objectKey' | 'columns' | 'rowCount'>;

const genderOrder = ['m', 'f', 'd', 'x'];
/** Columns that contain an age, with their unit in years. */
const ageColumns: Record<string, number> = {
  age_y: 1,
  age_m: 1 / 12,
  g_age: 1,
  g_age_from: 1,
  g_age_to: 1,
  g_age_mean: 1,
  'age_y.mean': 1,
  'age_y.min': 1,
  'age_y.max': 1,
};
const yearColumns = ['test_date', 'test_year', 'g_year'];

/**
 * Reads the facts for search and statistics from published tables. An age, sex, year or area is left out unless it
 * applies to at least `minPersons` people, so that nobody can be identified.
 */
export async function describePublishedTables(
  { files, tables }: Sources,
  kind: UploadKind,
  published: DescribedTable[],
  minPersons: number,
): Promise<TablesDescription> {
  await using local = await openLocalFiles(
    files,
    published.map(({ objectKey }) => objectKey),
  );
  const readers = published.map((table, index) => readerOf(kind, table, index, local.paths[index] ?? ''));
  const all: Scope = { readers, minPersons: 1, minGroupSize: 0 };
  // A row of aggregated data is about several people.
  const scope = minPersons === 1 ? all : kind === 'raw' ? { ...all, minPersons } : { ...all, minGroupSize: minPersons };

  const results = await countResults(tables, kind, readers);
  const years = await Promise.all(
    yearColumns.map((key) => distinctValues(tables, scope, key, `left(cast(${sqlName(key)} as varchar), 4)`)),
  );
  const sexes = await Promise.all(['sex', 'g_sex'].map((key) => distinctValues(tables, scope, key)));
  const genders = sexes.flat().flatMap((code) => (code === 'all' ? ['m', 'f'] : [code]));
  return {
    exercises: motorTests.filter((test) => results.byTest.has(test)),
    years: [...new Set(years.flat().map(Number))].filter(isPossibleYear).sort((a, b) => a - b),
    ages: await ageRange(tables, scope),
    genders: genderOrder.filter((code) => genders.includes(code)),
    postalAreas: (await distinctValues(tables, scope, 'postal_code')).filter((area) => /^\d{2,3}$/.test(area)),
    persons: (await countNumbered(tables, readers)) + rowsWithoutPersons(readers),
    cases: kind === 'agg' ? await countCases(tables, readers) : null,
    values: results.values,
    results: Object.fromEntries(results.byTest),
  };
}

/** Years of tables that were published before their dates were checked may be impossible. */
function isPossibleYear(year: number): boolean {
  return year >= firstYear && year <= new Date().getFullYear() + 1;
}

interface Reader {
  table: DescribedTable;
  parquet: string;
  keys: Set<string>;
  /** SQL expression for the person of a row. */
  person: string;
  /** SQL expression for the number of people of a row in aggregated data; null in raw data. */
  groupSize: string | null;
}

function readerOf(kind: UploadKind, table: DescribedTable, index: number, path: string): Reader {
  const keys = new Set(table.columns.map(({ key }) => key));
  const sizes = [...keys].filter((key) => vocabulary.targets[kind].get(key)?.statistic?.scale === 'count');
  const isNumbered = kind === 'raw' && keys.has('person_id');
  return {
    table,
    parquet: parquetSql(path),
    keys,
    person: isNumbered ? `'p' || ${sqlName('person_id')}` : `'${index}-' || file_row_number`,
    groupSize: kind === 'raw' ? null : `greatest(0, ${sizes.map(sqlName).join(', ') || '0'})`,
  };
}

/** Tables, and how many people must share a value before it is shown. */
interface Scope {
  readers: Reader[];
  /** Minimum number of people in whose rows it occurs. */
  minPersons: number;
  /** Minimum number of people in a row of aggregated data. */
  minGroupSize: number;
}

/** Relation of all values `v` with their person, from all tables that have one of the columns. */
function valuesSql({ readers, minGroupSize }: Scope, columns: [key: string, expression: string][]): string {
  const parts = readers.flatMap(({ parquet, keys, person, groupSize }) =>
    columns
      .filter(([key]) => keys.has(key))
      .map(([, expression]) => {
        const large = groupSize !== null && minGroupSize > 0 ? `where ${groupSize} >= ${minGroupSize}` : '';
        return `select ${expression} as v, ${person} as person from ${parquet} ${large}`;
      }),
  );
  return parts.join(' union all ');
}

async function distinctValues(
  tables: TableEngine,
  scope: Scope,
  key: string,
  expression = sqlName(key),
): Promise<string[]> {
  const values = valuesSql(scope, [[key, expression]]);
  if (values === '') return [];
  const { minPersons: min } = scope;
  const rows = await tables.all(
    `select v from (${values}) where v is not null group by v
     ${min > 1 ? `having count(distinct person) >= ${min}` : ''} order by v`,
    [],
    jobStatement,
  );
  return rows.map(({ v }) => String(v));
}

/** Results in all tables. A column of the long format has those of several tests, which stand in `test_name`. */
async function countResults(tables: TableEngine, kind: UploadKind, readers: Reader[]) {
  const byTest = new Map<MotorTest, number>();
  let values = 0;
  const add = (test: MotorTest | null | undefined, count: number) => {
    values += count;
    if (test) byTest.set(test, (byTest.get(test) ?? 0) + count);
  };
  for (const { parquet, keys } of readers) {
    const wide = [...keys].flatMap((key) => {
      const target = vocabulary.targets[kind].get(key);
      return target?.isResult ? [{ key, test: target.test }] : [];
    });
    const counts = wide.map(({ key }, index) => `count(${sqlName(key)}) as n${index}`);
    const [row] =
      wide.length > 0 ? await tables.all(`select ${counts.join(', ')} from ${parquet}`, [], jobStatement) : [];
    // A test without any result is not in the data set.
    wide.forEach(({ test }, index) => Number(row?.[`n${index}`] ?? 0) > 0 && add(test, Number(row?.[`n${index}`])));
    for (const key of [...keys].filter((name) => name === 'test_value' || name.startsWith('test_value.'))) {
      const name = keys.has('test_name') ? 'test_name' : `''`;
      const sql = `select ${name} as test, count(${sqlName(key)}) as n from ${parquet} group by 1`;
      for (const { test, n } of await tables.all(sql, [], jobStatement)) {
        add(vocabulary.targets.raw.get(String(test))?.test, Number(n ?? 0));
      }
    }
  }
  for (const [test, count] of byTest) if (count === 0) byTest.delete(test);
  return { byTest, values };
}

async function countCases(tables: TableEngine, readers: Reader[]): Promise<number | null> {
  const sums: number[] = [];
  for (const { parquet, keys } of readers) {
    const sum = await sumPublishedGroups(tables, parquet, keys);
    if (sum !== null) sums.push(sum);
  }
  return sums.length > 0 ? sums.reduce((all, sum) => all + sum) : null;
}

/** Ages from the `min`-th youngest to the `min`-th oldest person. */
async function ageRange(tables: TableEngine, scope: Scope) {
  const columns = Object.entries(ageColumns).map(([key, years]): [string, string] => [
    key,
    `${sqlName(key)} * ${years}`,
  ]);
  const values = valuesSql(scope, columns);
  if (values === '') return null;
  const { minPersons: min } = scope;
  const [row] = await tables.all(
    `with persons as (
       select floor(min(v)) as youngest, floor(max(v)) as oldest from (${values})
       where v is not null ${min > 1 ? 'and person is not null' : ''} group by person
     )
     select (select youngest from persons order by youngest limit 1 offset ${min - 1}) as first,
       (select oldest from persons order by oldest desc limit 1 offset ${min - 1}) as last`,
    [],
    jobStatement,
  );
  const [start, end] = [row?.first ?? null, row?.last ?? null];
  if (start === null || end === null || start > end) return null;
  return { start: Number(start), end: Number(end) };
}

/** Number of people with an ID in all tables, counted as in the check. */
async function countNumbered(tables: TableEngine, readers: Reader[]): Promise<number> {
  const numbered = readers.filter(({ keys }) => keys.has('person_id'));
  if (numbered.length === 0) return 0;
  const ids = numbered.map(({ parquet }) => `select person_id from ${parquet}`);
  const isRepeated = numbered.some(({ keys }) => keys.has('test_name') || keys.has('timepoint'));
  const [row] = await tables.all(
    countPersonsSql(`(${ids.join(' union all ')})`, 'person_id', isRepeated),
    [],
    jobStatement,
  );
  return Number(row?.n ?? 0);
}

function rowsWithoutPersons(readers: Reader[]): number {
  return readers.filter(({ keys }) => !keys.has('person_id')).reduce((sum, { table }) => sum + table.rowCount, 0);
}
