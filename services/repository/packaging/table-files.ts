import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { foldText } from '@domain/search/fold';
import type { UploadKind } from '@domain/upload-id';

import { parquetSql, sqlName } from '../context/table-engine';
import { cellText, encodePublishedRows, type PublishedDataSource, streamPublishedRows } from '../search/published-data';
import type { PublishedTable } from '../store/published-data-sets';
import { csvLine, type SpreadsheetCell } from '../row-formats/csv';
import { codebookRows } from './codebook';
import { describeVariables, measureOnce } from './sav/describe-variables';
import { writeSav } from './sav/write-sav';
import { maxCellCharacters, maxSheetRows, type SpreadsheetTable, xlsxParts } from './spreadsheet-xlsx';
import { packageTexts } from './texts';
import { zipStream } from './zip-stream';

/** A published table with what its files say about it. */
export interface DescribedTable {
  kind: UploadKind;
  /** Title of the data set. */
  title: string;
  publishedAt: Date;
  table: PublishedTable;
}

/** File name of a published table, without extension. */
export function tableFileName(tables: PublishedTable[], table: PublishedTable): string {
  if (tables.length === 1) return 'data';
  const name = foldText(table.name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return ['table', tables.indexOf(table) + 1, name].filter((part) => part !== '').join('-');
}

/** A published table as CSV, with vocabulary keys as headings. */
export async function* tableCsv(
  source: PublishedDataSource,
  table: PublishedTable,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(csvLine(table.columns.map(({ key }) => key)), 'utf8');
  yield* encodePublishedRows(source, table, { name: 'csv' });
}

/** The bytes of an object. */
export async function* readObject({ files }: PublishedDataSource, key: string): AsyncGenerator<Uint8Array> {
  yield* (await files.read(key)) as AsyncIterable<Uint8Array>;
}

/** A published table as an SPSS system file, with labels in a language. The table has at least one column. */
export async function* tableSav(
  source: PublishedDataSource,
  { kind, title, publishedAt, table }: DescribedTable,
  language: Language,
  measure = measureOnce(source),
): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, rowCount } = table;
  const variables = describeVariables(kind, columns, await measure(table), language);
  const widths = variables.map(({ width }) => width);
  const cases = encodePublishedRows(source, table, { name: 'sav', widths });
  yield* writeSav({ title, writtenAt: publishedAt, variables, caseCount: rowCount }, cases);
}

/**
 * A published table as a workbook: the rows on the first sheet, the codebook in a language on the second. The table must fit (`checkFitsXlsx`).
 */
export function tableXlsx(
  source: PublishedDataSource,
  { kind, publishedAt, table }: DescribedTable,
  language: Language,
): AsyncIterable<Uint8Array> {
  const { sheets } = packageTexts[language];
  const data: SpreadsheetTable = {
    name: sheets.data,
    headings: table.columns.map(({ key }) => ({ text: key, width: Math.max(10, key.length + 2) })),
    rows: spreadsheetRows(source, table),
    rowCount: table.rowCount,
  };
  return zipStream(xlsxParts(data, codebookSheet(sheets.codebook, kind, table, language)), publishedAt);
}

/** Characters of a column of the codebook sheet. */
const codebookWidth = 24;

function codebookSheet(name: string, kind: UploadKind, table: PublishedTable, language: Language): SpreadsheetTable {
  const [headings = [], ...rows] = codebookRows(kind, [table], language);
  const list = async function* () {
    yield* rows;
  };
  return {
    name,
    headings: headings.map((text) => ({ text, width: codebookWidth })),
    rows: list(),
    rowCount: rows.length,
  };
}

async function* spreadsheetRows(
  source: PublishedDataSource,
  table: PublishedTable,
): AsyncGenerator<SpreadsheetCell[], void, undefined> {
  for await (const batch of streamPublishedRows(source, table)) {
    for (const row of batch) yield table.columns.map(({ key }) => fittingCell(key, asCell(row[key])));
  }
}

/** Fails at a text that a cell of Excel cannot hold. */
function fittingCell(column: string, cell: SpreadsheetCell): SpreadsheetCell {
  if (typeof cell === 'string' && cell.length > maxCellCharacters) throw tooLong(column, cell.length);
  return cell;
}

const tooLong = (column: string, characters: number) =>
  new Refusal('cell-too-long-for-xlsx', { column, characters, max: maxCellCharacters });

/** Refuses with 'too-many-rows-for-xlsx' or 'cell-too-long-for-xlsx' what a worksheet of Excel cannot hold. */
export async function checkFitsXlsx(
  { files, tables }: PublishedDataSource,
  { rowCount, columns, objectKey }: PublishedTable,
): Promise<void> {
  if (rowCount >= maxSheetRows) throw new Refusal('too-many-rows-for-xlsx', { rows: rowCount, max: maxSheetRows });
  await using local = await files.openLocal(objectKey);
  const longest = columns.map(({ key }, i) => `max(length(cast(${sqlName(key)} as varchar))) as c${i}`);
  const [row = {}] = await tables.all(`select ${longest.join(', ')} from ${parquetSql(local.path)}`);
  for (const [i, { key }] of columns.entries()) {
    const characters = Number(row[`c${i}`] ?? 0);
    if (characters > maxCellCharacters) throw tooLong(key, characters);
  }
}

/** Numbers stay numbers. */
function asCell(value: string | number | boolean | null | undefined): SpreadsheetCell {
  return typeof value === 'number' ? value : cellText(value);
}
