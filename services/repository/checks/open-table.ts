import { type StatementOptions, sqlText, type TableEngine } from '../context/table-engine';
import { dataRowsSql } from '../tables/data-rows-sql';
import type { CheckedTable, MappedTable } from './checked-table';
import { interpretTable } from './interpret-table';

/** The rows that are data of a local Parquet file as a relation, and the table as the rules see it. */
export async function openTable(
  engine: TableEngine,
  path: string,
  mapped: MappedTable,
  options: StatementOptions,
): Promise<{ rows: string; table: CheckedTable }> {
  const rows = dataRowsSql(path, mapped);
  const interpreted = await interpretTable(engine, rows, mapped, options);
  return { rows, table: { ...interpreted, plainNumbers: await findPlainNumbers(engine, path) } };
}

/**
 * Indexes of the columns whose filled cells are all plain numbers: those with as many numbers as texts, according to
 * the statistics in the Parquet file.
 */
async function findPlainNumbers(engine: TableEngine, path: string): Promise<Set<number>> {
  const rows = await engine.all(
    `select path_in_schema as name, sum(stats_null_count) as empty
     from parquet_metadata(${sqlText(path)}) group by name having count(*) = count(stats_null_count)`,
  );
  const empty = new Map(rows.map((row) => [String(row.name), Number(row.empty)]));
  const positions = [...empty.keys()].flatMap((name) => (name.startsWith('n') ? [Number(name.slice(1))] : []));
  return new Set(positions.filter((i) => empty.get(`c${i}`) === empty.get(`n${i}`)));
}
