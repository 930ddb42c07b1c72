import { rowsLeftOut, type DataDecisions, type TestLeftOut } from '@domain/data-rows';

import { jobStatement, parquetSql, sqlText, type TableEngine } from '../context/table-engine';
import { spellingSql } from './value-sql';

/** A table whose rows may be left out. */
export interface TableRows extends DataDecisions {
  /** Row of the file in which the data begins. */
  firstRow: number;
}

/** Ranges of at most this many rows are listed row by row, because a join with a list costs less than conditions. */
const maxRowsListed = 20;

/**
 * Relation of the rows that are data of a local Parquet file, with `file_row_number`. Every reader of values uses it, so
 * that rows left out are nowhere counted, checked or published.
 */
export function dataRowsSql(path: string, table: TableRows): string {
  const from = parquetSql(path);
  // Blank rows are marked in the file, because their ranges may be many.
  const leftOut = rowsLeftOut(table).filter(({ reason }) => reason !== 'blank');
  const isShort = ({ from: first, to }: Rows) => to - first < maxRowsListed;
  const listed = leftOut
    .filter(isShort)
    .flatMap(({ from: first, to }) => Array.from({ length: to - first + 1 }, (_, i) => first + i - table.firstRow));
  const conditions = [
    ...(table.recognised?.blankRows ? ['not blank'] : []),
    ...testsSql(table).map((condition) => `not ${condition}`),
    ...leftOut.filter((rows) => !isShort(rows)).map((rows) => `not (${within(rows, table)})`),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  if (listed.length === 0) return where === '' ? from : `(select * from ${from} ${where})`;
  return `(select data.* from ${from} as data anti join (select unnest([${listed.join(', ')}]) as row_left_out)
    on file_row_number = row_left_out ${where})`;
}

/**
 * Why a row is no data, as an expression over the rows `from` to `to` of a local Parquet file, as numbered in the source
 * file; NULL for the rows of `dataRowsSql`.
 */
export function leftOutSql(table: TableRows, { from, to }: Rows): string {
  const listed = rowsLeftOut(table).filter((rows) => rows.reason !== 'blank' && rows.from <= to && rows.to >= from);
  const cases = [
    ...(table.recognised?.blankRows ? [`when blank then 'blank'`] : []),
    ...listed.map((rows) => `when ${within(rows, table)} then '${rows.reason}'`),
    ...testsSql(table).map((condition) => `when ${condition} then 'unknown-test'`),
  ];
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/** Counts the rows that are data of a local Parquet file. */
export async function countDataRows(engine: TableEngine, path: string, table: TableRows): Promise<number> {
  const [row] = await engine.all(`select count(*) as n from ${dataRowsSql(path, table)}`, [], jobStatement);
  return Number(row?.n ?? 0);
}

type Rows = { from: number; to: number };

function within({ from, to }: Rows, { firstRow }: TableRows): string {
  return `file_row_number between ${from - firstRow} and ${to - firstRow}`;
}

/** Conditions that a row names a test that is left out, one for each column with such tests. */
function testsSql({ choices: { tests = [] } }: TableRows): string[] {
  return positionsOf(tests).map((position) => {
    const some = tests.filter((test) => test.position === position);
    const spellings = some.map(({ spelling }) => sqlText(spelling)).join(', ');
    return `coalesce(list_contains([${spellings}], ${spellingSql(position)}), false)`;
  });
}

function positionsOf(tests: readonly TestLeftOut[]): number[] {
  return [...new Set(tests.map(({ position }) => position))];
}

/** First rows of a test that are named. */
const maxRowsNamed = 3;

/**
 * Statement that counts the rows that the tests left out would add to the data, by `position` and `spelling`, with the
 * first positions in the file as '1,5,9'.
 */
export function testRowsSql(path: string, table: TableRows): string | null {
  const { tests = [] } = table.choices;
  if (tests.length === 0) return null;
  const rows = dataRowsSql(path, { ...table, choices: { ...table.choices, tests: [] } });
  return positionsOf(tests)
    .map(
      (i) => `select ${i} as position, ${spellingSql(i)} as spelling, count(*) as n,
        array_to_string(min(file_row_number, ${maxRowsNamed}), ',') as first from ${rows} group by all`,
    )
    .join(' union all ');
}
