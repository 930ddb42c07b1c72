import { type StatementOptions, sqlText, type TableEngine } from '../context/table-engine';
import { dataRowsSql, type TableRows } from '../tables/data-rows-sql';
import type { CheckedTable, MappedTable } from './checked-table';
import { interpretTable, type Interpreted } from './interpret-table';

/** The rows that are data as a relation, and the table as the rules see it. */
export interface OpenTable<Table = MappedTable> {
  rows: string;
  table: Table & Pick<CheckedTable, 'plainNumbers'>;
}

/** Opens a local Parquet file with its mapping. Check, preview, publication and plots read every value through it. */
export async function openTable<Table extends TableRows & Interpreted>(
  engine: TableEngine,
  path: string,
  mapped: Table,
  options: StatementOptions,
): Promise<OpenTable<Table>> {
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
