import { jobStatement, sqlText, type TableEngine } from '../context/table-engine';
import { missingSql, numberSql, spellingSql } from './cell-sql';
import { valueSql } from './value-sql';
import type { CheckedColumn, MappedTable } from './checked-table';

/**
 * Number of people in raw data (distinct person IDs, otherwise rows) or of cases in aggregated data: the largest sum of
 * n of any measure, counting either the groups of both sexes or those of single sexes. Null if aggregated data has no
 * n.
 */
export async function countCases(engine: TableEngine, parquet: string, table: MappedTable): Promise<number | null> {
  return table.kind === 'raw' ? countPersons(engine, parquet, table) : countGroups(engine, parquet, table);
}

async function countPersons(engine: TableEngine, parquet: string, table: MappedTable): Promise<number> {
  const person = table.columns.find(({ target }) => target.key === 'person_id');
  const what = person
    ? `distinct case when not ${missingSql(person, table.missing)} then ${valueSql(person.position)} end`
    : '*';
  const [row] = await engine.all(`select count(${what}) as n from ${parquet}`, [], jobStatement);
  return Number(row?.n ?? 0);
}

async function countGroups(engine: TableEngine, parquet: string, table: MappedTable): Promise<number | null> {
  const counted = table.columns.filter(({ target }) => target.statistic?.scale === 'count');
  let most: number | null = null;
  for (const column of counted) {
    const cases = `case when not ${missingSql(column, table.missing)} then ${numberSql(column)} end`;
    const pooled = pooledSql(table);
    const test = table.columns.find(({ target }) => target.key === 'test_name');
    const [row] = await engine.all(
      `select max(greatest(coalesce(apart, 0), coalesce(pooled, 0))) as n from (
         select sum(case when not ${pooled} then ${cases} end) as apart,
           sum(case when ${pooled} then ${cases} end) as pooled
         from ${parquet} group by ${test ? valueSql(test.position) : "''"})`,
      [],
      jobStatement,
    );
    const n = Math.round(Number(row?.n ?? 0));
    most = Math.max(most ?? 0, n);
  }
  return most;
}

/** Whether a row is about both sexes together. */
function pooledSql(table: MappedTable): string {
  const sex: CheckedColumn | undefined = table.columns.find(({ target }) => target.key === 'g_sex');
  const spellings = sex?.unit.coding?.codes.find(({ code }) => code === 'all')?.spellings ?? [];
  if (!sex || spellings.length === 0) return 'false';
  return `${spellingSql(sex.position)} in (${spellings.map(sqlText).join(', ')})`;
}
