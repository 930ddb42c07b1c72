import { rowsLeftOut, rowsTakenIn, type TableData } from '@domain/data-rows';

import { parquetSql } from '../context/table-engine';

/** A table whose rows may be left out. */
export interface TableRows extends TableData {
  /** Row of the file in which the data begins. */
  firstRow: number;
}

/**
 * Relation of the rows that are data of a local Parquet file, with `file_row_number`. Every reader of values uses it, so
 * that rows left out are nowhere counted, checked or published.
 */
export function dataRowsSql(path: string, table: TableRows): string {
  const from = parquetSql(path);
  const conditions = keptSql(table);
  return conditions.length > 0 ? `(select * from ${from} where ${conditions.join(' and ')})` : from;
}

function keptSql(table: TableRows): string[] {
  const at = (row: number) => row - table.firstRow;
  const within = ({ from, to }: { from: number; to: number }) =>
    from === to ? `file_row_number = ${at(from)}` : `file_row_number between ${at(from)} and ${at(to)}`;
  const takenIn = rowsTakenIn(table).map(within);
  const blank = table.recognised?.blankRows ? [`not blank${takenIn.map((row) => ` or ${row}`).join('')}`] : [];
  // Blank rows are marked in the file, because their ranges may be many.
  const leftOut = rowsLeftOut(table).filter(({ reason }) => reason !== 'blank');
  return [...blank.map((sql) => `(${sql})`), ...leftOut.map((rows) => `not (${within(rows)})`)];
}
