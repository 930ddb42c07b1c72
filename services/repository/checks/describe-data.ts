import type { DataFacts } from '@domain/api/metadata';

import type { TableEngine } from '../context/table-engine';
import { ages, birthAndTestOf, ageSource, exactYearsSql } from './age-sql';
import { cellOf, cellsSql, codeSql } from './cell-sql';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { openTable } from './open-table';

/** What the cells of a table say about the study; people are counted over all tables. */
export type TableFacts = Omit<DataFacts, 'persons' | 'batteries'>;

/** Maximum time of a statement, because a user is waiting for a form. Own estimate: proposals are not worth more. */
const usualTimeoutMs = 10_000;
/** Columns of ages, with their unit in years. */
const ageColumns: [key: string, years: number][] = [
  ['age_y', 1],
  ['age_m', 1 / 12],
  ['g_age', 1],
  ['g_age_from', 1],
  ['g_age_to', 1],
];

/** Age in completed years; NULL if it is not possible. */
const wholeYears = (age: string) => `case when ${age} between ${ages.min} and ${ages.max} then floor(${age}) end`;

/**
 * Days of the tests, ages, sexes and motor tests of a table in a local Parquet file. Throws TableEngineError 'timeout' if
 * reading takes too long.
 */
export async function describeData(
  engine: TableEngine,
  path: string,
  mapped: MappedTable,
  timeoutMs = usualTimeoutMs,
): Promise<TableFacts> {
  const { rows, table } = await openTable(engine, path, mapped, { timeoutMs });
  const find = (key: string) => columnOf(table, key);
  const used: CheckedColumn[] = [];
  const use = (column: CheckedColumn | null, sql: (column: CheckedColumn) => string) => {
    if (!column) return 'null';
    used.push(column);
    return sql(column);
  };
  const day = use(find('test_date'), ({ position }) => `date${position}`);
  const years = ageColumns.map(([key, unit]) =>
    use(find(key), (column) => wholeYears(`(${cellOf(column, table).number} * ${unit})`)),
  );
  const source = ageSource(table);
  if (source) {
    used.push(source.birth, source.test);
    years.push(wholeYears(exactYearsSql(birthAndTestOf(source, (column) => cellOf(column, table)))));
  }
  const sex = use(find('sex') ?? find('g_sex'), codeSql);
  const test = use(find('test_name'), codeSql);
  const inColumns = table.columns.flatMap(({ target }) => target.test ?? []);
  if (used.length === 0) return { begin: null, end: null, ages: null, sexes: [], tests: [...new Set(inColumns)] };
  const [row = {}] = await engine.all(
    `select strftime(min(${day})::date, '%Y-%m-%d') as "begin", strftime(max(${day})::date, '%Y-%m-%d') as "end",
       min(least(${years.join(', ')})) as "from", max(greatest(${years.join(', ')})) as "to",
       string_agg(distinct ${sex}, ',') as sexes, string_agg(distinct ${test}, ',') as tests
     from ${cellsSql(rows, used, table)}`,
    [],
    { timeoutMs },
  );
  const codesIn = (codes: unknown) => (typeof codes === 'string' ? codes.split(',') : []);
  const sexes = codesIn(row.sexes).flatMap((code) => (code === 'all' ? ['m', 'f'] : [code]));
  return {
    begin: row.begin === null ? null : String(row.begin),
    end: row.end === null ? null : String(row.end),
    ages: row.from === null || row.to === null ? null : { from: Number(row.from), to: Number(row.to) },
    sexes: [...new Set(sexes)].toSorted().toReversed(),
    tests: [...new Set([...inColumns, ...codesIn(row.tests)])],
  };
}
