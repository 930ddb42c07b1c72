import { jobStatement, sqlText, type TableEngine } from '../context/table-engine';
import { allAges } from '../vocabulary/cell-patterns';
import { cellOf, cellsSql, codeSql, missingSql } from './cell-sql';
import { valueSql } from './value-sql';
import { type CheckedColumn, type CheckedTable, columnOf, type MappedTable } from './checked-table';
import { interpretTable } from './interpret-table';
import { groupColumns } from './rules/related-columns';
import { type GroupRows, sumGroupsSql } from './sum-groups-sql';

/**
 * Number of people in raw data (distinct person IDs, otherwise rows) or of cases in aggregated data: the largest sum of
 * n of any measure, counting either totals or their parts. Null if aggregated data has no n.
 */
export async function countCases(engine: TableEngine, parquet: string, table: MappedTable): Promise<number | null> {
  return table.kind === 'raw' ? countPersons(engine, parquet, table) : countGroups(engine, parquet, table);
}

async function countPersons(engine: TableEngine, parquet: string, table: MappedTable): Promise<number> {
  const person = columnOf(table, 'person_id');
  const id = person && `case when not ${missingSql(person, table.missing)} then ${valueSql(person.position)} end`;
  const isRepeated = columnOf(table, 'test_name', 'timepoint') !== null;
  const [row] = await engine.all(countPersonsSql(parquet, id, isRepeated), [], jobStatement);
  return Number(row?.n ?? 0);
}

/** Share of people with several rows below which an ID that occurs twice is rather a slip. Own estimate. */
export const leastShareRepeated = 0.05;

/**
 * Statement that counts people: IDs where people have several rows, otherwise rows. `isRepeated`: a column tells the rows
 * of a person apart.
 */
export function countPersonsSql(from: string, id: string | null, isRepeated: boolean): string {
  if (id === null) return `select count(*) as n from ${from}`;
  const distinct = 'count(*) filter (id is not null)';
  const rarely = `count(*) filter (id is not null and times > 1) < ${leastShareRepeated} * ${distinct}`;
  const n = isRepeated ? distinct : `case when ${rarely} then sum(times) else ${distinct} end`;
  return `select coalesce(${n}, 0) as n from (select ${id} as id, count(*) as times from ${from} group by all)`;
}

/** Largest number of people that took part in one measure, with one n for all measures or one for each. */
async function countGroups(engine: TableEngine, parquet: string, mapped: MappedTable): Promise<number | null> {
  const table: CheckedTable = {
    ...(await interpretTable(engine, parquet, mapped, jobStatement)),
    plainNumbers: new Set(),
  };
  const counted = table.columns.filter(({ target }) => target.statistic?.scale === 'count');
  const sums: number[] = [];
  for (const column of counted) {
    const [row] = await engine.all(sumGroupsSql(groupRows(parquet, column, table)), [], jobStatement);
    sums.push(Math.round(Number(row?.n ?? 0)));
  }
  return sums.length > 0 ? Math.max(...sums) : null;
}

/** Columns with what the same people may have several of. */
const repeatedKeys = ['test_name', 'timepoint'];
const ageKeys = ['g_age', 'g_age_from', 'g_age_to'];

function groupRows(parquet: string, cases: CheckedColumn, table: CheckedTable): GroupRows {
  const find = (key: string) => columnOf(table, key);
  const numberOf = (...keys: string[]) => {
    const column = columnOf(table, ...keys);
    return column ? cellOf(column, table).number : 'null';
  };
  const [sex, test] = [find('g_sex'), find('test_name')];
  const others = groupColumns(table, false).filter(({ target }) => ![...repeatedKeys, ...ageKeys].includes(target.key));
  const timepoint = find('timepoint');
  const used = [cases, sex, test, timepoint, ...ageKeys.map(find), ...others].flatMap((column) => column ?? []);
  const text = (column: CheckedColumn) => `lower(${cellOf(column, table).text})`;
  const isAll = (column: CheckedColumn) => `list_contains([${allAges.map(sqlText).join(', ')}], ${text(column)})`;
  return {
    rows: cellsSql(parquet, used, table),
    n: cellOf(cases, table).number,
    sex: sex ? `nullif(${codeSql(sex)}, 'all')` : 'null',
    from: numberOf('g_age_from', 'g_age'),
    to: numberOf('g_age_to', 'g_age'),
    properties: others.map((column) => `case when not ${isAll(column)} then ${text(column)} end`),
    repeated: [...(test ? [`coalesce(${codeSql(test)}, ${text(test)})`] : []), ...(timepoint ? [text(timepoint)] : [])],
  };
}
