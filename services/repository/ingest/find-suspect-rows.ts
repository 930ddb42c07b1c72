import type { RowsLeftOut } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';

import { jobStatement, parquetSql, sqlText, type SqlRow, type TableEngine } from '../context/table-engine';
import type { CellCounts } from './measure-columns';
import { anyNote, anySummary } from './summary-words';

/** Columns at the left in which names of summaries and notes are looked for. */
export const labelColumns = 3;
/** The fullest columns, all of which are blank in a row of notes. */
const fullColumns = 6;
/** Minimum share of filled cells in a column that every person has. */
const usualShare = 0.95;
/** Maximum number of rows whose numbers are compared with those above. More are the tests or groups of a list. */
export const maxRowsCompared = 200;
/** Maximum number of distinct texts of a column whose dictionary is compared with a pattern instead of its cells. */
const fewTexts = 5000;
/** Maximum number of rows that are looked at, and of ranges of blank rows that are listed. */
const maxRowsLookedAt = 1000;
const maxBlankRanges = 50;

/** A table that was just read. */
export interface Table {
  parquet: string;
  counts: CellCounts;
  header: (string | null)[];
  /** Index of the first row of data in the file, counted from 0. */
  firstRow: number;
  kind: UploadKind;
}

/** Ranges of blank rows in order, of which only the first are listed, and the number of all. */
export async function findBlankRows(
  tables: TableEngine,
  { parquet, counts, firstRow }: Table,
): Promise<{ count: number; ranges: RowsLeftOut[] }> {
  if (counts.columns.some(({ filled }) => filled === counts.rows)) return { count: 0, ranges: [] };
  const ranges = await tables.all(
    `select min(r) as first, max(r) as last, sum(count(*)) over () as count from (
       select file_row_number as r, file_row_number - row_number() over (order by file_row_number) as part
       from ${parquetSql(parquet)} where blank)
     group by part order by first limit ${maxBlankRanges}`,
    [],
    jobStatement,
  );
  return {
    count: Number(ranges[0]?.count ?? 0),
    ranges: ranges.map(({ first, last }) => ({
      from: Number(first) + firstRow + 1,
      to: Number(last) + firstRow + 1,
      reason: 'blank',
      text: '',
    })),
  };
}

/**
 * Rows that may be no data, with their cells, and whether there are more. Only a few columns are read to find them.
 * Where too many name or begin like a summary, as in a list of tests, only those that lack a cell are looked at.
 */
export async function findSuspectRows(
  tables: TableEngine,
  { parquet, counts, header, kind }: Table,
  blankRows: number,
): Promise<{ rows: SqlRow[]; isCut: boolean }> {
  const used = usedColumns(counts);
  if (used.length < 2) return { rows: [], isCut: false };
  const sure = [isEmptyAtMostColumns(used, counts), beginsNoteSql(used, counts), ...repeatedHeader(used, header)];
  const { first, further, named } = summaryConditions(used, counts);
  const isNotBlank = counts.columns.every(({ filled }) => filled < counts.rows) ? 'not blank and ' : '';
  const find = (conditions: string[]) =>
    tables.all(
      `select file_row_number as r from ${parquetSql(parquet)}
        where ${isNotBlank}(${conditions.join(' or ')}) order by r limit ${maxRowsLookedAt + 1}`,
      [],
      jobStatement,
    );
  let found = await find(kind === 'raw' ? [...sure, first, ...further, ...named] : sure);
  if (found.length > maxRowsCompared && named.length > 0 && kind === 'raw') {
    found = await find([...sure, first, ...further]);
  }
  if (found.length > maxRowsLookedAt && kind === 'raw') {
    const usual = used.filter((i) => isUsual(counts, i, counts.rows - blankRows)).map((i) => `c${i} is null`);
    found = await find(usual.length > 0 ? [...sure, `(${first} and (${usual.join(' or ')}))`] : sure);
  }
  if (found.length === 0) return { rows: [], isCut: false };
  const numbers = found.slice(0, maxRowsLookedAt).map(({ r }) => Number(r));
  const rows = await tables.all(
    `select file_row_number as r, ${used.map((i) => `c${i}`).join(', ')} from ${parquetSql(parquet)}
      where file_row_number in (${numbers.join(', ')}) order by r`,
    [],
    jobStatement,
  );
  return { rows, isCut: found.length > maxRowsLookedAt };
}

/** Condition that the fullest columns are blank, as in a row of notes. */
function isEmptyAtMostColumns([, ...others]: number[], { columns }: CellCounts): string {
  const full = others.toSorted((a, b) => (columns[b]?.filled ?? 0) - (columns[a]?.filled ?? 0)).slice(0, fullColumns);
  return `(${full.map((i) => `c${i} is null`).join(' and ')})`;
}

/** Condition that the first cell begins a note; the separator of a csv file may have cut it into several cells. */
function beginsNoteSql([first = 0]: number[], counts: CellCounts): string {
  return isAllNumbers(counts, first) ? 'false' : `regexp_matches(c${first}, ${sqlText(anyNote)}, 'i')`;
}

interface SummaryConditions {
  /** The first text names a summary. */
  first: string;
  /** The row lacks a text or all of the first cells. */
  further: string[];
  /** Another text at the left names a summary. */
  named: string[];
}

/**
 * Conditions that the first text of a row names a summary, or another one at the left: a summary may repeat the class
 * or go on with the numbers of the persons before its name, or have no name at all.
 */
function summaryConditions(used: number[], counts: CellCounts): SummaryConditions {
  const left = used.slice(0, labelColumns);
  const texts = left.map((i) => `c${i}`);
  // Below columns of IDs and codes a summary may be named further right.
  const right = used.slice(labelColumns, 2 * labelColumns).map((i) => `c${i}`);
  const [leftmost = 0, ...others] = left;
  const isNumbered = isAllNumbers(counts, leftmost) && counts.columns[leftmost]?.filled === counts.rows;
  const first = isNumbered ? 'false' : namesSummarySql(`coalesce(${[...texts, ...right].join(', ')})`);
  const bare = `(${texts.map((text) => `${text} is null`).join(' and ')})`;
  const named = others.flatMap((i) => (isAllNumbers(counts, i) ? [] : [namesSummaryIn(counts, i)]));
  const often = used.filter((i) => isText(counts, i) && isOften(counts, i)).slice(0, labelColumns);
  if (often.length === 0 || named.length === 0) return { first, further: [bare], named };
  const lacking = often.map((i) => `c${i} is null`).join(' or ');
  return { first, further: [bare, `((${lacking}) and (${named.join(' or ')}))`], named };
}

function namesSummarySql(text: string): string {
  return `regexp_matches(${text}, ${sqlText(anySummary)}, 'i')`;
}

/** The same of a column. A full match, which the pattern is, reads a dictionary instead of each cell. */
function namesSummaryIn({ columns }: CellCounts, i: number): string {
  const isFew = (columns[i]?.distinctOfParts ?? Infinity) <= fewTexts;
  return isFew ? `regexp_full_match(c${i}, ${sqlText(anySummary)}, 'i')` : namesSummarySql(`c${i}`);
}

/** Positions of the columns that are not empty. */
export function usedColumns({ columns }: CellCounts): number[] {
  return columns.flatMap(({ filled }, i) => (filled > 0 ? [i] : []));
}

/** Whether a column mostly holds texts. */
export function isText({ columns }: CellCounts, i: number): boolean {
  const { filled = 0, numbers = 0 } = columns[i] ?? {};
  return numbers * 2 < filled;
}

/** Whether no cell of a column is a text. */
function isAllNumbers({ columns }: CellCounts, i: number): boolean {
  const { filled = 0, numbers = 0 } = columns[i] ?? {};
  return numbers === filled;
}

/** Whether most rows, but not all, have a cell in a column. */
function isOften({ columns, rows }: CellCounts, i: number): boolean {
  const { filled = 0 } = columns[i] ?? {};
  return filled < rows && filled * 2 > rows;
}

/** Whether nearly every one of `rows` has a cell in a column. */
export function isUsual({ columns }: CellCounts, i: number, rows: number): boolean {
  return (columns[i]?.filled ?? 0) >= usualShare * rows;
}

/** Condition that the first named cells repeat the header, as where several lists stand one below another. */
function repeatedHeader(used: number[], header: Table['header']): string[] {
  const named = used.filter((i) => header[i]?.trim()).slice(0, labelColumns);
  if (named.length < 2) return [];
  return [`(${named.map((i) => `trim(c${i}) = ${sqlText(header[i]?.trim() ?? '')}`).join(' and ')})`];
}
