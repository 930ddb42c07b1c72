import { type StatementOptions, sqlText, type TableEngine } from '../context/table-engine';
import { dataRowsSql, type TableRows } from '../tables/data-rows-sql';
import type { CheckedTable, MappedTable, NumberRange } from './checked-table';
import { interpretTable, type Interpreted } from './interpret-table';

/** The rows that are data as a relation, and the table as the rules see it. */
export interface OpenTable<Table = MappedTable> {
  rows: string;
  table: Table & NumberFacts;
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
  return { rows, table: { ...interpreted, ...(await readNumberFacts(engine, path)) } };
}

type NumberFacts = Pick<CheckedTable, 'plainNumbers' | 'ranges'>;

/**
 * What the statistics in the Parquet file say about numbers: the columns whose filled cells are all plain numbers, those
 * with as many numbers as texts, and the limits of these.
 */
async function readNumberFacts(engine: TableEngine, path: string): Promise<NumberFacts> {
  const rows = await engine.all(
    `select path_in_schema as name, sum(stats_null_count) as empty,
       min(try_cast(stats_min_value as double)) as low, max(try_cast(stats_max_value as double)) as high,
       bool_and(stats_null_count = num_values or (stats_min_value is not null and stats_max_value is not null)) as stated
     from parquet_metadata(${sqlText(path)}) group by name having count(*) = count(stats_null_count)`,
  );
  const empty = new Map(rows.map((row) => [String(row.name), Number(row.empty)]));
  const plain = rows.flatMap((row) => {
    const i = Number(/^n(\d+)$/.exec(String(row.name))?.[1]);
    return empty.has(`c${i}`) && empty.get(`c${i}`) === Number(row.empty) ? [{ i, row }] : [];
  });
  const ranges = plain.flatMap(({ i, row: { empty: nulls, low, high, stated } }): [number, NumberRange][] =>
    stated === true && typeof low === 'number' && typeof high === 'number'
      ? [[i, { min: low, max: high, isFilled: nulls === 0 }]]
      : [],
  );
  return { plainNumbers: new Set(plain.map(({ i }) => i)), ranges: new Map(ranges) };
}
