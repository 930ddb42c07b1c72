import { isMotorTest, motorTests, type MotorTest } from '@domain/motor-tests';
import type { UploadKind } from '@domain/upload-id';

import type { FileStore } from '../files/file-store';
import { openLocalFiles } from '../files/open-local-files';
import { jobStatement, parquetSql, sqlName, type TableEngine } from '../tables/table-engine';
import { vocabulary } from '../vocabulary';
import type { BuiltTable } from './build-published-tables';

/** What search finds published tables by, and what a result row tells of them. */
export interface TablesDescription {
  /** In icon order; only tests with a value. */
  exercises: MotorTest[];
  /** Years of the tests, ascending. */
  years: number[];
  /** Completed years of age, both ends included; null when no age is published. */
  ages: { start: number; end: number } | null;
  /** Codes m, f, d, x that occur; a group of both sexes counts as m and f. */
  genders: string[];
  /** First two or three digits of postal codes. */
  postalAreas: string[];
  /** Persons of raw data: distinct ones where they are numbered, else rows. */
  persons: number;
  /** Results of motor tests that are not missing. */
  values: number;
}

interface Sources {
  files: FileStore;
  tables: TableEngine;
}

type DescribedTable = Pick<BuiltTable, 'objectKey' | 'columns' | 'rowCount'>;

const genderOrder = ['m', 'f', 'd', 'x'];
/** Columns that tell an age, with the years one of their units is. */
const ageColumns: Record<string, number> = {
  age_y: 1, age_m: 1 / 12, g_age: 1, g_age_from: 1, g_age_to: 1, g_age_mean: 1,
  'age_y.mean': 1, 'age_y.min': 1, 'age_y.max': 1,
}; // prettier-ignore
const yearColumns = ['test_date', 'test_year', 'g_year'];

/** Reads from published tables what search and statistics need to know of them. */
export async function describePublishedTables(
  { files, tables }: Sources,
  kind: UploadKind,
  published: DescribedTable[],
): Promise<TablesDescription> {
  await using local = await openLocalFiles(
    files,
    published.map(({ objectKey }) => objectKey),
  );
  const readers = published.map((table, index) => ({
    table,
    parquet: parquetSql(local.paths[index] ?? ''),
    keys: new Set(table.columns.map(({ key }) => key)),
  }));
  const distinct = async (key: string, expression = sqlName(key)) => {
    const parts = readers
      .filter(({ keys }) => keys.has(key))
      .map(({ parquet }) => `select ${expression} as v from ${parquet}`);
    if (parts.length === 0) return [];
    const rows = await tables.all(
      `select distinct v from (${parts.join(' union all ')}) where v is not null order by v`,
      [],
      jobStatement,
    );
    return rows.map(({ v }) => String(v));
  };

  const results = await countResults(tables, kind, readers);
  const named = (await distinct('test_name')).filter(isMotorTest);
  const years = await Promise.all(
    yearColumns.map((key) => distinct(key, `left(cast(${sqlName(key)} as varchar), 4)`)),
  );
  const sexes = [...(await distinct('sex')), ...(await distinct('g_sex'))];
  const genders = sexes.flatMap((code) => (code === 'all' ? ['m', 'f'] : [code]));
  return {
    exercises: motorTests.filter((test) => results.tests.has(test) || named.includes(test)),
    years: [...new Set(years.flat().map(Number))].sort((a, b) => a - b),
    ages: await ageRange(tables, readers),
    genders: genderOrder.filter((code) => genders.includes(code)),
    postalAreas: (await distinct('postal_code')).filter((area) => /^\d{2,3}$/.test(area)),
    persons: (await distinct('person_id')).length + rowsWithoutPersons(readers),
    values: results.values,
  };
}

type Reader = { table: DescribedTable; parquet: string; keys: Set<string> };

async function countResults(tables: TableEngine, kind: UploadKind, readers: Reader[]) {
  const found = new Set<MotorTest>();
  let values = 0;
  for (const { parquet, keys } of readers) {
    const columns = [...keys].flatMap((key) => {
      const target = vocabulary.targets[kind].get(key);
      const isLong = key === 'test_value' || key.startsWith('test_value.');
      return target?.isResult || isLong ? [{ key, test: target?.test ?? null }] : [];
    });
    if (columns.length === 0) continue;
    const counts = columns.map(({ key }, index) => `count(${sqlName(key)}) as n${index}`);
    const [row] = await tables.all(`select ${counts.join(', ')} from ${parquet}`, [], jobStatement);
    columns.forEach(({ test }, index) => {
      const count = Number(row?.[`n${index}`] ?? 0);
      values += count;
      if (count > 0 && test) found.add(test);
    });
  }
  return { tests: found, values };
}

async function ageRange(tables: TableEngine, readers: Reader[]) {
  const parts = readers.flatMap(({ parquet, keys }) =>
    Object.entries(ageColumns)
      .filter(([key]) => keys.has(key))
      .map(([key, years]) => `select ${sqlName(key)} * ${years} as age from ${parquet}`),
  );
  if (parts.length === 0) return null;
  const [row] = await tables.all(
    `select floor(min(age)) as first, floor(max(age)) as last from (${parts.join(' union all ')})`,
    [],
    jobStatement,
  );
  if (row?.first === null || row?.first === undefined) return null;
  return { start: Number(row.first), end: Number(row.last) };
}

function rowsWithoutPersons(readers: Reader[]): number {
  return readers
    .filter(({ keys }) => !keys.has('person_id'))
    .reduce((sum, { table }) => sum + table.rowCount, 0);
}
