import { jobStatement, type StatementOptions, type TableEngine } from '../context/table-engine';
import { cellOf, cellsSql, codeSql, missingSql } from './cell-sql';
import { valueSql } from '../tables/value-sql';
import { type CheckedColumn, type CheckedTable, columnOf, type MappedTable } from './checked-table';
import type { OpenTable } from './open-table';
import { describesGroup, groupRows, type GroupRows, sumGroupsSql } from './sum-groups-sql';

/**
 * Number of people in raw data or of cases in aggregated data: the largest sum of
 * n of any measure, counting either totals or their parts. Null if aggregated data has no n.
 */
export async function countCases(engine: TableEngine, { rows, table }: OpenTable): Promise<number | null> {
  return table.kind === 'raw'
    ? countPersons(engine, [{ parquet: rows, table }], jobStatement)
    : countGroups(engine, rows, table);
}

/** A table with the relation of its rows. */
export interface CountedTable {
  parquet: string;
  table: Pick<MappedTable, 'columns' | 'missing'>;
}

/** Number of people in raw data: people with an ID count once although they are in several tables. */
export async function countPersons(
  engine: TableEngine,
  counted: CountedTable[],
  options: StatementOptions,
): Promise<number> {
  const numbered = counted.flatMap(({ parquet, table }) => {
    const person = columnOf(table, 'person_id');
    if (!person) return [];
    const id = `case when not ${missingSql(person, table.missing)} then ${valueSql(person.position)} end`;
    return [`select ${id} as person_id from ${parquet}`];
  });
  const others = counted.flatMap(({ parquet, table }) =>
    columnOf(table, 'person_id') ? [] : [countPersonsSql(parquet, null, false)],
  );
  const isRepeated = counted.some(
    ({ table }) => columnOf(table, 'person_id') && columnOf(table, 'test_name', 'timepoint') !== null,
  );
  const ids = `(${numbered.join(' union all ')})`;
  const counts = [...others, ...(numbered.length > 0 ? [countPersonsSql(ids, 'person_id', isRepeated)] : [])];
  const [row] = await engine.all(`select sum(n) as n from (${counts.join(' union all ')})`, [], options);
  return Number(row?.n ?? 0);
}

/** Share of people with several rows below which an ID that occurs twice is rather a slip. Own estimate. */
export const leastShareRepeated = 0.05;

/**
 * Statement that counts people. Where hardly anyone has several rows it counts rows, also those without an ID. Otherwise,
 * and where a column tells the rows of a person apart (`isRepeated`), it counts IDs; rows without one may then be about
 * anyone and are left out. Without IDs it counts rows.
 */
export function countPersonsSql(from: string, id: string | null, isRepeated: boolean): string {
  if (id === null) return `select count(*) as n from ${from}`;
  const distinct = 'count(*) filter (id is not null)';
  const rarely = `count(*) filter (id is not null and times > 1) < ${leastShareRepeated} * ${distinct}`;
  const n = isRepeated ? distinct : `case when ${rarely} then sum(times) else ${distinct} end`;
  return `select coalesce(${n}, 0) as n from (select ${id} as id, count(*) as times from ${from} group by all)`;
}

/** Largest number of people that took part in one measure, with one n for all measures or one for each. */
async function countGroups(engine: TableEngine, parquet: string, table: CheckedTable): Promise<number | null> {
  const counted = table.columns.filter(({ target }) => target.statistic?.scale === 'count');
  const sums: number[] = [];
  for (const column of counted) {
    const [row] = await engine.all(sumGroupsSql(groupsOf(parquet, column, table)), [], jobStatement);
    sums.push(Math.round(Number(row?.n ?? 0)));
  }
  return sums.length > 0 ? Math.max(...sums) : null;
}

function groupsOf(parquet: string, cases: CheckedColumn, table: CheckedTable): GroupRows {
  const describing = table.columns.filter(({ target: { key } }) => describesGroup(key));
  const cells = describing.map((column) => {
    const { key } = column.target;
    const { text, number } = cellOf(column, table);
    const code = codeSql(column);
    const texts = { g_sex: code, test_name: `coalesce(${code}, lower(${text}))` };
    return [key, { number, text: key in texts ? texts[key as keyof typeof texts] : `lower(${text})` }] as const;
  });
  return groupRows(cellsSql(parquet, [cases, ...describing], table), cellOf(cases, table).number, new Map(cells));
}
