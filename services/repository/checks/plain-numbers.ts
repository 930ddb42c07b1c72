import { sqlText, type TableEngine } from '../context/table-engine';

/**
 * Positions of the columns with as many numbers as texts, as the Parquet file itself says of each block of
 * rows: all their filled cells are plain numbers.
 */
export async function findPlainNumbers(engine: TableEngine, path: string): Promise<Set<number>> {
  const rows = await engine.all(
    `select path_in_schema as name, sum(stats_null_count) as empty
     from parquet_metadata(${sqlText(path)}) group by name having count(*) = count(stats_null_count)`,
  );
  const empty = new Map(rows.map((row) => [String(row.name), Number(row.empty)]));
  const positions = [...empty.keys()].flatMap((name) => (name.startsWith('n') ? [Number(name.slice(1))] : []));
  return new Set(positions.filter((i) => empty.get(`c${i}`) === empty.get(`n${i}`)));
}
