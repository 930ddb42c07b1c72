import type { CsvDialect } from '@domain/api/uploads';
import { maxHeaderRow } from '@domain/limits';

import {
  jobStatement,
  sqlText,
  TableEngineError,
  type SqlRow,
  type TableEngine,
} from '../tables/table-engine';
import { uniqueColumnNames } from './column-names';
import type { CsvForm } from './csv-dialect';
import { FileFailure } from './file-failure';
import { findHeader } from './header-rows';
import type { CellRange } from './parsers/table-sink';

/**
 * Most columns of a table. Measured: 1000 columns x 40,000 rows are read within the engine's 600 MiB;
 * with 2000 it gives up, since a Parquet writer keeps buffers for each of the 4000 columns it makes.
 */
export const maxColumns = 1000;
/** Rows at the top by which a reader tells where the header is. */
const topRowsKept = 20;
/** Blanks around a value, the non-breaking one included. */
const blanks = sqlText(' \t\r\n\u00a0');
/** Cells of one Parquet row group and bounds of its rows: wide tables get short groups, for memory's sake. */
const cellsPerRowGroup = 4_000_000;
const rowGroupRows = { min: 2048, max: 122_880 };
/** Memory for the dictionaries of all columns of a Parquet file that is being written, and of one column. */
const dictionaryBytes = 8 * 1024 * 1024;
const columnDictionaryBytes = { min: 4096, max: 1024 * 1024 };
/** Piece of a csv file that is read at once: less for wide tables, whose cells take several times that. */
const csvBufferBytes = { usual: 32 * 1024 * 1024, wide: 4 * 1024 * 1024 };
const wideColumns = 200;
/** Columns of one measuring statement, again for memory's sake. */
const columnsMeasuredAtOnce = 100;

export interface ReadTable {
  columns: string[];
  rowCount: number;
  /** Decimal sign of most cells that have one. */
  decimal: CsvDialect['decimal'];
  /** Decimal sign by which each column is read. */
  decimals: CsvDialect['decimal'][];
  /** Header cells as they stand in the file; null where there is none. */
  header: (string | null)[];
  /** Row of the file in which the header begins, counted from 1, blank rows included; 0 = there is none. */
  headerRow: number;
  /** Place of the first row of data, counted from 0. */
  firstRow: number;
  /** First rows of the file as they stand there. */
  topRows: (string | null)[][];
}

/** Reads UTF-8 csv text into a Parquet file as it stands: every line a row, every cell text. */
export async function readCsvText(
  tables: TableEngine,
  csv: string,
  form: CsvForm,
  parquet: string,
): Promise<void> {
  if (form.width > maxColumns) {
    throw new FileFailure('too-many-columns', { count: form.width, max: maxColumns });
  }
  const copy = (how: CsvScan): Promise<void> =>
    tables
      .run(
        `copy (select * from ${readCsv(csv, form, how)}) to ${sqlText(parquet)} (${parquetOptions(form.width)})`,
        [],
        jobStatement,
      )
      .catch((error: unknown) => {
        const next = nextScan(messageOf(error), how);
        if (!next) throw asFailure(error, form);
        return copy(next);
      });
  return copy({ parallel: true, strict: true });
}

interface CsvScan {
  parallel: boolean;
  /** Faulty quotation marks and line ends of several kinds are refused. */
  strict: boolean;
}

/**
 * Several threads cannot tell a line break in a cell from the end of a short row; a strict scan ends in
 * an 'invalid state' where line ends differ, also those within cells.
 */
function nextScan(message: string, { parallel, strict }: CsvScan): CsvScan | null {
  if (parallel && message.includes('parallel=false')) return { parallel: false, strict };
  return strict && message.includes('invalid state') ? { parallel: true, strict: false } : null;
}

/** What the owner says of a table; null = as it seems best. */
export interface TableChoices {
  /** Row in which the header begins, counted from 1; 0 = none, every row is data. */
  headerRow?: number | null;
  /** Decimal sign of all columns. */
  decimal?: CsvDialect['decimal'] | null;
}

/** What is known of plain rows before their header is looked for. */
export interface PlainRows extends TableChoices {
  width: number;
  /** Merged cells near the top. */
  merges?: CellRange[];
  /** Names of the columns when they stand in no row: then every row is data and is kept. */
  names?: string[];
}

/**
 * Makes a table from its plain rows: finds the header, keeps the rows below it up to the last filled one,
 * adds to every text column its reading as a number by the column's decimal sign.
 */
export async function makeTable(
  tables: TableEngine,
  plain: string,
  { names, ...plainRows }: PlainRows,
  parquet: string,
): Promise<ReadTable> {
  const source = `read_parquet(${sqlText(plain)}, file_row_number = true)`;
  const { width, decimal = null } = plainRows;
  const top = names
    ? { header: names, headerRow: 0, firstRow: 0, topRows: [] }
    : await readTop(tables, source, plainRows);
  const { header, firstRow } = top;
  const facts = await columnFacts(tables, source, width, firstRow, decimal);
  const lastRow = names ? await lastOf(tables, source) : Math.max(...facts.map((fact) => fact.lastRow));
  if (lastRow < firstRow) throw new FileFailure('no-rows');
  const kept = keptColumns(header, facts);
  const used = facts.slice(0, kept);
  // Two levels, since DuckDB takes half a minute to find equal expressions in those of 1000 columns.
  await tables.run(
    `copy (
       select ${used.map((_, i) => `case when t${i} <> '' then c${i} end as c${i}`).join(', ')},
              ${used.map((fact, i) => `${numberOf(`t${i}`, fact.decimal)} as n${i}`).join(', ')}
         from (select ${used.map((_, i) => `c${i}, ${trimmed(`c${i}`)} as t${i}`).join(', ')}
                 from ${source} where file_row_number between ${firstRow} and ${lastRow})
     ) to ${sqlText(parquet)} (${parquetOptions(2 * kept)})`,
    [],
    jobStatement,
  );
  return {
    columns: uniqueColumnNames(header.slice(0, kept)),
    rowCount: lastRow - firstRow + 1,
    decimal: decimal ?? commonDecimal(used),
    decimals: used.map((fact) => fact.decimal),
    ...top,
  };
}

interface ColumnFact {
  filled: number;
  /** Place of the last filled cell; -1 where there is none. */
  lastRow: number;
  decimal: '.' | ',';
  /** Cells with a decimal sign. */
  decimals: number;
}

async function columnFacts(
  tables: TableEngine,
  source: string,
  width: number,
  firstRow: number,
  decimal: CsvDialect['decimal'] | null,
): Promise<ColumnFact[]> {
  const facts: ColumnFact[] = [];
  for (let from = 0; from < width; from += columnsMeasuredAtOnce) {
    const some = columnsUpTo(width).slice(from, from + columnsMeasuredAtOnce);
    const [row = {}] = await tables.all(
      `select ${some.map(measuresOf).join(', ')} from ${source} where file_row_number >= ${firstRow}`,
      [],
      jobStatement,
    );
    facts.push(...some.map((i) => readFact(row, i, decimal)));
  }
  return facts;
}

/** Cases instead of filters: a filter copies all columns of its rows, which takes a wide table minutes. */
function measuresOf(i: number): string {
  return `count(${cell(i)}) as filled${i},
    coalesce(max(case when ${cell(i)} is not null then file_row_number end), -1) as last${i},
    count(case when regexp_full_match(${trimmed(`c${i}`)}, '[+-]?\\d*,\\d+') then 1 end) as commas${i},
    count(case when regexp_full_match(${trimmed(`c${i}`)}, '[+-]?\\d*[.]\\d+') then 1 end) as points${i}`;
}

function readFact(row: SqlRow, i: number, chosen: CsvDialect['decimal'] | null): ColumnFact {
  const [commas, points] = [Number(row[`commas${i}`]), Number(row[`points${i}`])];
  return {
    filled: Number(row[`filled${i}`]),
    lastRow: Number(row[`last${i}`]),
    decimal: chosen ?? (commas > points ? ',' : '.'),
    decimals: commas + points,
  };
}

async function readTop(tables: TableEngine, source: string, { width, merges, headerRow }: PlainRows) {
  const top = await tables.all(`select * from ${source} order by file_row_number limit ${maxHeaderRow}`);
  const rows = top.map((row) => columnsUpTo(width).map((i) => cellText(row, i)));
  if (!rows.some((row) => row.some((cell) => cell?.trim()))) throw new FileFailure('file-empty');
  const { names, firstLine, firstRow } = findHeader(rows, width, merges, headerRow);
  const header = { header: names, headerRow: firstLine < firstRow ? firstLine + 1 : 0, firstRow };
  return { ...header, topRows: rows.slice(0, topRowsKept) };
}

async function lastOf(tables: TableEngine, source: string): Promise<number> {
  const [row] = await tables.all(`select max(file_row_number) as last from ${source}`);
  return Number(row?.last ?? -1);
}

/** Columns at the end with neither name nor value come from separators at the end of lines. */
function keptColumns(header: (string | null)[], facts: ColumnFact[]): number {
  let kept = facts.length;
  while (kept > 1 && facts[kept - 1]?.filled === 0 && !header[kept - 1]?.trim()) kept -= 1;
  return kept;
}

function commonDecimal(facts: ColumnFact[]): '.' | ',' {
  const cells = (sign: '.' | ',') =>
    facts.filter(({ decimal }) => decimal === sign).reduce((sum, { decimals }) => sum + decimals, 0);
  return cells(',') > cells('.') ? ',' : '.';
}

/** A cell as it stands in the file; null when nothing but white space is in it. */
function cell(index: number): string {
  return `case when ${trimmed(`c${index}`)} <> '' then c${index} end`;
}

function trimmed(column: string): string {
  return `trim(${column}, ${blanks})`;
}

/**
 * Reading of a trimmed text as a number; null for anything else, such as 'nan', '1_000' or '12 cm'. The
 * bounds of length and exponent keep infinity out.
 */
function numberOf(text: string, decimal: '.' | ','): string {
  const sign = decimal === ',' ? ',' : '[.]';
  const pattern = `'[+-]?(\\d+(${sign}\\d*)?|${sign}\\d+)([eE][+-]?\\d{1,2})?'`;
  const number = decimal === ',' ? `replace(${text}, ',', '.')` : text;
  return `case when length(${text}) < 100 and regexp_full_match(${text}, ${pattern}) then try_cast(${number} as double) end`;
}

function readCsv(
  csv: string,
  { separator, width, hasSeparatorLine }: CsvForm,
  { parallel, strict }: CsvScan,
): string {
  const columns = columnsUpTo(width).map((i) => `'c${i}': 'VARCHAR'`);
  return `read_csv(${sqlText(csv)}, auto_detect = false, header = false, columns = {${columns.join(', ')}},
    skip = ${hasSeparatorLine ? 1 : 0}, delim = ${sqlText(separator)}, quote = '"', escape = '"',
    null_padding = true, parallel = ${parallel}, strict_mode = ${strict},
    buffer_size = ${width > wideColumns ? csvBufferBytes.wide : csvBufferBytes.usual})`;
}

function parquetOptions(columns: number): string {
  const rows = within(rowGroupRows, cellsPerRowGroup / columns);
  const dictionary = within(columnDictionaryBytes, dictionaryBytes / columns);
  return `format parquet, compression zstd, row_group_size ${rows},
    dictionary_size_limit ${Math.floor(rows / 10)}, string_dictionary_page_size_limit ${dictionary}`;
}

function within({ min, max }: { min: number; max: number }, value: number): number {
  return Math.floor(Math.min(max, Math.max(min, value)));
}

/** What DuckDB says about a line it cannot read, as a sentence for the owner; any other fault is ours. */
function asFailure(error: unknown, { width }: CsvForm): unknown {
  if (!(error instanceof TableEngineError) || error.reason !== 'statement') return error;
  const line = /CSV Error on Line: (\d+)/.exec(error.message)?.[1];
  if (!line) return error.message.includes('CSV Parser') ? new FileFailure('damaged') : error;
  const found = /Expected Number of Columns: \d+ Found: (\d+)/.exec(error.message)?.[1];
  if (found) return new FileFailure('row-too-long', { line, found, expected: width });
  if (error.message.includes('unterminated quote')) return new FileFailure('quote-open', { line });
  if (error.message.includes('Maximum line size')) return new FileFailure('line-too-long', { line });
  return new FileFailure('not-readable', { line });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function cellText(row: SqlRow, index: number): string | null {
  const value = row[`c${index}`];
  return typeof value === 'string' ? value : null;
}

function columnsUpTo(width: number): number[] {
  return Array.from({ length: width }, (_, i) => i);
}
