import { parquetSql, type TableEngine } from '../context/table-engine';

/** Longest table that is looked at as a codebook. Own estimate. */
export const maxCodebookRows = 500;

/** The first cells of a local Parquet file as texts, row by row, in the columns at these positions. */
export async function readCodebookCells(
  engine: TableEngine,
  path: string,
  positions: readonly number[],
): Promise<(string | null)[][]> {
  const names = positions.map((position) => `c${position}`);
  const rows = await engine.all(
    `select ${names.join(', ')} from ${parquetSql(path)} order by file_row_number limit ${maxCodebookRows}`,
  );
  return rows.map((row) => names.map((name) => (row[name] === null ? null : String(row[name]))));
}
