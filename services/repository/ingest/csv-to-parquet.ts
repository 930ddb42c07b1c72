import { setImmediate as nextTurn } from 'node:timers/promises';

import type { CsvDialect } from '@domain/api/uploads';
import type { ColumnMeasures } from '@domain/column-info';
import { type RecognisedData, recognisedNothing } from '@domain/data-rows';
import { maxColumns, maxHeaderRow } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import type { FileStore } from '../context/file-store';
import { countRows, jobStatement, parquetSql, sqlText, type TableEngine, textOrNull } from '../context/table-engine';
import { syncPath } from '../files/sync-path';
import { parquetOptions } from '../tables/parquet-options';
import {
  type CsvScan,
  csvSql,
  type CsvText,
  hasDecimals,
  isGrouped,
  type Oddities,
  readCells,
  scanCsv,
} from './csv-sql';
import type { DateHints } from './date-readings';
import { uniqueColumnNames } from './column-names';
import { countSigns, type Signs, signOf, sumOf } from './decimal-signs';
import { FileFailure } from './file-failure';
import { findHeader } from './header-rows';
import { countCells, measureColumns, type CellCounts } from './measure-columns';
import type { CellRange } from './parsers/protocol';
import { recogniseRows } from './recognise-rows';

type Decimal = CsvDialect['decimal'];
type Row = (string | null)[];

const signName: Record<Decimal, string> = { '.': 'points', ',': 'commas' };

/** Rows at the top that are shown to the owner, to find the header. */
const topRowsKept = 20;
/** Maximum rows and cells at the beginning from which decimal signs are guessed. */
const sampleRows = 2000;
const sampleCells = 50_000;
/** Columns measured by one statement, to limit its memory. */
const measureBatchSize = 100;

export interface ReadTable {
  columns: string[];
  summaries: ColumnMeasures[];
  rowCount: number;
  /** Most frequent decimal sign. */
  decimal: Decimal;
  /** Decimal sign used for each column. */
  decimals: Decimal[];
  /** Header cells in the file; null if there are none. */
  header: Row;
  /** Row of the file in which the header begins, counted from 1, including blank rows; 0 = no header. */
  headerRow: number;
  /** Index of the first row of data, counted from 0. */
  firstRow: number;
  /** First rows of the file, unchanged. */
  topRows: Row[];
  /** Rows that are no data. */
  recognised: RecognisedData;
}

/** Choices of the owner; null = guess. */
export interface TableOptions {
  /** In aggregated data, means and sums are data. */
  kind?: UploadKind;
  /** Row in which the header begins, counted from 1; 0 = every row is data. */
  headerRow?: number | null;
  /** Decimal sign of all columns. */
  decimal?: Decimal | null;
  /** Order of day and month in all columns. */
  dateOrder?: DateHints['order'];
}

/** Known properties of a table. */
interface TableHints extends TableOptions {
  /** Year in which the numbered days of a workbook begin. */
  epoch?: DateHints['epoch'];
  /** Merged cells near the top. */
  merges?: CellRange[];
  /** Column names if they are not in a row; every row is data then and is kept. */
  names?: string[];
}

/** Converts a csv file to a table, the Parquet object `key`. Throws FileFailure. */
export async function makeTable(
  { files, tables }: { files: FileStore; tables: TableEngine },
  csv: CsvText,
  hints: TableHints,
  key: string,
): Promise<ReadTable> {
  let read: ReadTable | undefined;
  await files.writeLocal(key, async (parquet) => {
    read = await writeParquet(tables, csv, hints, parquet);
  });
  if (!read) throw new Error('The file store did not write the table.');
  return read;
}

/**
 * Writes the table in one pass, with the header and decimal signs guessed from the first rows. A second pass
 * follows if other rows prove the guess wrong, if there are numbers beyond the largest, or blank rows at the end.
 */
async function writeParquet(
  tables: TableEngine,
  csv: CsvText,
  { kind = 'raw', merges, names, headerRow, decimal = null, dateOrder, epoch }: TableHints,
  parquet: string,
): Promise<ReadTable> {
  const { width } = csv;
  if (width > maxColumns) throw new FileFailure('too-many-columns', { count: width, max: maxColumns });
  const { rows, scan } = await readBeginning(tables, csv);
  // Of a wide table, each step takes the processor for a tenth of a second. What waits meanwhile has its turn in between.
  await nextTurn();
  const top = findTop(rows, width, { names, merges, headerRow });
  await nextTurn();
  const signs = countSigns(rows.slice(top.firstRow), width);
  await nextTurn();

  const decimals = signs.map((each) => decimal ?? signOf(each, signs));
  const oddities = { underscores: !csv.hasPlainDigits, extremes: false };
  const table: TableToWrite = { csv, scan, firstRow: top.firstRow, decimals, oddities };
  await writeTable(tables, table, parquet, rows.length > top.firstRow);
  let counts = await countCells(tables, parquet, width);
  const isGuessed = decimal === null && (await correctSigns(tables, parquet, counts, table.decimals, signs));
  const extremes = counts.columns.some(({ hasExtremes }) => hasExtremes);
  const rowCount = names ? counts.rows : await countUpToLastFilled(tables, parquet, counts);
  if (rowCount === 0) throw new FileFailure('no-rows');
  if (isGuessed || extremes || rowCount < counts.rows) {
    await writeTable(tables, { ...table, rowCount, oddities: { ...oddities, extremes: true } }, parquet, true);
    counts = await countCells(tables, parquet, width);
  }

  const kept = keptColumns(top.header, counts);
  const facts = signs
    .slice(0, kept)
    .map((sign, i) => ({ decimal: table.decimals[i] ?? '.', hasDecimals: sign['.'] + sign[','] > 0 }));
  const dates = { order: dateOrder, epoch, isGerman: isGermanTable(facts, top.header) };
  const found = { parquet, counts, header: top.header, firstRow: top.firstRow, kind };
  // The disk is slow and idle while the columns are measured, which reads the file from memory.
  const [summaries] = await Promise.all([measureColumns(tables, parquet, counts, facts, dates), syncPath(parquet)]);
  return {
    columns: uniqueColumnNames(top.header.slice(0, kept)),
    summaries,
    rowCount,
    decimal: decimal ?? signOf(sumOf(signs), signs),
    decimals: facts.map((fact) => fact.decimal),
    // Every row of a file that names its columns is a case.
    recognised: names ? recognisedNothing : await recogniseRows(tables, found),
    ...top,
  };
}

/** Letters and words in the headers of German files. */
const germanWords = /[äöüß]|geburt|datum|geschlecht|\balter\b|klasse|schule|gewicht|lauf\b|sprung/i;

function isGermanTable(facts: readonly { decimal: Decimal; hasDecimals: boolean }[], header: Row): boolean {
  return facts.some(({ decimal, hasDecimals }) => decimal === ',' && hasDecimals) || germanWords.test(header.join(' '));
}

interface TableToWrite {
  csv: CsvText;
  scan: CsvScan;
  firstRow: number;
  decimals: Decimal[];
  oddities: Oddities;
  /** Rows that are kept; undefined = all. */
  rowCount?: number;
}

async function writeTable(
  tables: TableEngine,
  { csv, scan: wanted, firstRow, decimals, oddities, rowCount }: TableToWrite,
  parquet: string,
  hasRows: boolean,
): Promise<void> {
  const limit = rowCount === undefined ? '' : `limit ${rowCount}`;
  const write = async (scan: CsvScan) => {
    const from = csvSql(csv, scan, firstRow);
    const source = limit ? `(select * from ${from} ${limit})` : from;
    await tables.run(
      `copy (${readCells(source, decimals, oddities)}) to ${sqlText(parquet)} (${parquetOptions(2 * csv.width + 1, 'fast')})`,
      [],
      { ...jobStatement, writesTable: true },
    );
    // If line ends differ, a strict scan may also end without rows and without an error.
    if (scan.strict && hasRows && (await countRows(tables, parquet)) === 0) throw new Error('invalid state');
  };
  await scanCsv(csv, wanted, write);
}

async function readBeginning(tables: TableEngine, csv: CsvText): Promise<{ rows: Row[]; scan: CsvScan }> {
  const limit = Math.max(maxHeaderRow, Math.min(sampleRows, Math.floor(sampleCells / csv.width)));
  const { result, scan } = await scanCsv(csv, { parallel: true, strict: true }, (how) =>
    tables.all(`select * from ${csvSql(csv, how)} limit ${limit}`, [], jobStatement),
  );
  const rows = result.map((row) => Array.from({ length: csv.width }, (_, i) => textOrNull(row[`c${i}`])));
  if (!rows.some((row) => row.some((cell) => cell?.trim()))) throw new FileFailure('file-empty');
  return { rows, scan };
}

function findTop(rows: Row[], width: number, { names, merges, headerRow }: TableHints) {
  if (names) return { header: names, headerRow: 0, firstRow: 0, topRows: [] };
  const { names: header, firstLine, firstRow } = findHeader(rows.slice(0, maxHeaderRow), width, merges, headerRow);
  return { header, headerRow: firstLine < firstRow ? firstLine + 1 : 0, firstRow, topRows: rows.slice(0, topRowsKept) };
}

/**
 * Counts decimal signs in all rows of columns with cells that are not numbers, because only these may have been
 * guessed wrong. Corrects `decimals` and `signs`. Returns whether any decimal sign was wrong.
 */
async function correctSigns(
  tables: TableEngine,
  parquet: string,
  { columns }: CellCounts,
  decimals: Decimal[],
  signs: Signs[],
): Promise<boolean> {
  const mixed = columns.flatMap(({ filled, numbers, beginsWithLetters }, i) =>
    numbers < filled && !beginsWithLetters ? i : [],
  );
  for (let from = 0; from < mixed.length; from += measureBatchSize) {
    const some = mixed.slice(from, from + measureBatchSize);
    for (const [i, counted] of await countAllSigns(tables, parquet, some)) {
      signs[i] = { ...counted, isMostlyGrouped: signs[i]?.isMostlyGrouped ?? false };
    }
  }
  let isWrong = false;
  for (const i of mixed) {
    const own = signs[i];
    if (own && signOf(own, signs) !== decimals[i]) {
      isWrong = true;
      decimals[i] = signOf(own, signs);
    }
  }
  return isWrong;
}

/** Counts the decimal signs of some columns, named by their positions, in all rows. */
async function countAllSigns(tables: TableEngine, parquet: string, positions: number[]) {
  const signed = (['.', ','] as const).flatMap((sign) =>
    positions.map((i) => `case when ${hasDecimals(`c${i}`, sign)} then c${i} end as ${signName[sign]}${i}`),
  );
  const measures = (['.', ','] as const).flatMap((sign) =>
    positions.map((i) => {
      const name = `${signName[sign]}${i}`;
      return `count(${name}) as ${name}, count(case when ${isGrouped(name, sign)} then 1 end) as grouped_${name}`;
    }),
  );
  const [row = {}] = await tables.all(
    `select ${measures.join(', ')} from (select ${signed.join(', ')} from read_parquet(${sqlText(parquet)}))`,
    [],
    jobStatement,
  );
  return positions.map((i) => {
    const number = (name: string) => Number(row[`${name}${i}`]);
    const grouped = { '.': number('grouped_points'), ',': number('grouped_commas') };
    return [i, { '.': number('points'), ',': number('commas'), grouped }] as const;
  });
}

/** Number of rows up to the last one with a filled cell. */
async function countUpToLastFilled(
  tables: TableEngine,
  parquet: string,
  { rows, columns }: CellCounts,
): Promise<number> {
  if (columns.some(({ filled }) => filled === rows)) return rows;
  const from = parquetSql(parquet);
  const [end] = await tables.all(`select 1 as one from ${from} where file_row_number = ? and not blank`, [rows - 1]);
  if (end) return rows;
  const [row] = await tables.all(`select max(file_row_number) as last from ${from} where not blank`, [], jobStatement);
  return Number(row?.last ?? -1) + 1;
}

/** Number of columns without those at the end that have no name and no value, due to trailing separators. */
function keptColumns(header: Row, { columns }: CellCounts): number {
  let kept = columns.length;
  while (kept > 1 && columns[kept - 1]?.filled === 0 && !header[kept - 1]?.trim()) kept -= 1;
  return kept;
}
