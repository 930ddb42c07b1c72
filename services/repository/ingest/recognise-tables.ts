import { countRowsLeftOut, noChoices, type RowsLeftOut, type TableReason } from '@domain/data-rows';

import type { UploadKind } from '@domain/upload-id';
import type { NewTable } from '../store/files';
import { areCodebookHeadings, readCodebook } from '../suggestions/read-codebook';
import { cleanName } from './column-names';
import { namesSummary } from './summary-words';

/** A table that was read, with the cells of its first rows. */
export interface ReadSheet {
  table: NewTable;
  topRows: (string | null)[][];
}

/** What Excel writes beside the lines of a pivot table, and above its columns. */
const pivotLabels = /^(zeilenbeschriftungen|spaltenbeschriftungen|row labels|column labels)$/i;
const pivotColumn = /^(mittelwert|summe|anzahl|minimum|maximum|average|sum|count|min|max) (von|of) .+$/i;
const codebookName =
  /legend|code ?-?(book|buch|plan)|kodier|codier|variablen|variables|dictionary|abk(ü|ue)rzungen|abbreviations|glossar|schl(ü|ue)ssel|labels?$/i;
const coverName = /deckblatt|cover|titel|title|info|read ?me|lies ?mich|hinweis|notes?$|about|anleitung|instructions?/i;
/** Minimum share of distinct texts in the first column of a codebook. Own estimate. */
const minDistinctShare = 0.5;
/** A cover, a codebook or notes are short. Own estimates, as are those below. */
const maxRowsOfText = 500;
const maxColumnsOfCover = 4;
/** Maximum share of numbers among the cells of a cover or codebook. */
const maxNumberShare = 0.35;
/** Maximum number of rows of an overview or a pivot table. */
const maxRowsOfOverview = 60;
/** Rows above the names that a codebook may begin with. */
const maxTitleRows = 3;
/** Names of columns of other tables that a codebook explains. */
const minExplained = { count: 3, share: 0.4 };

/**
 * Marks tables that are no data: covers, codebooks, pivot tables, and tables whose rows are all left out. If no table
 * would be data although one has numbers, all are.
 */
export function recogniseTables(sheets: readonly ReadSheet[], kind: UploadKind): void {
  const reasons = sheets.map((sheet) => reasonOf(sheet, sheets, kind));
  const mayBeData = (sheet: ReadSheet) => hasNumbers(sheet) && !isLeftOut(sheet);
  if (reasons.every((reason) => reason !== null) && sheets.some(mayBeData)) return;
  for (const [index, { table }] of sheets.entries()) {
    if (table.recognised) table.recognised = { ...table.recognised, table: reasons[index] ?? null };
  }
}

function reasonOf(sheet: ReadSheet, sheets: readonly ReadSheet[], kind: UploadKind): TableReason | null {
  const { table, topRows } = sheet;
  if (isPivot(topRows) && table.rowCount <= maxRowsOfOverview) return 'pivot';
  if (isLeftOut(sheet)) return table.recognised?.rows.every(isNote) ? 'cover' : 'summary';
  if (kind === 'raw' && isOverview(sheet, sheets)) return 'summary';
  if (!isText(table)) return null;
  if (isCodebook(sheet, sheets)) return 'code-book';
  const isShort = table.columns.length <= maxColumnsOfCover;
  return isShort && (coverName.test(table.name) || isLikeCover(sheet, sheets)) ? 'cover' : null;
}

function isPivot(rows: ReadSheet['topRows']): boolean {
  const texts = rows.flatMap((row) => row.map((cell) => cleanName(cell ?? '')));
  if (texts.some((text) => pivotLabels.test(text))) return true;
  return new Set(texts.filter((text) => pivotColumn.test(text))).size >= 2;
}

/** Whether a short table has a line for each of several other tables, or mostly columns of means and counts. */
function isOverview({ table, topRows }: ReadSheet, sheets: readonly ReadSheet[]): boolean {
  const others = sheets.filter((other) => other.table !== table);
  if (table.rowCount > maxRowsOfOverview || !others.some((other) => other.table.rowCount > table.rowCount))
    return false;
  if (others.some((other) => hasSameColumns(other.table, table))) return false;
  const [, ...columns] = table.columns;
  const summaries = columns.filter(({ name }) => namesSummary(name));
  if (columns.length > 1 && summaries.length * 2 > columns.length) return true;
  const names = new Set(others.map((other) => other.table.name.toLowerCase()));
  const lines = topRows.map((row) => cleanName(row[0] ?? '').toLowerCase()).filter((text) => names.has(text));
  return new Set(lines).size >= 2 && new Set(lines).size * 2 >= table.rowCount;
}

function hasSameColumns(a: NewTable, b: NewTable): boolean {
  return a.columns.length === b.columns.length && a.columns.every(({ name }, i) => name === b.columns[i]?.name);
}

/** Whether all rows of a table are left out. */
function isLeftOut({ table: { recognised, rowCount } }: ReadSheet): boolean {
  return recognised !== null && countRowsLeftOut({ rowCount, recognised, choices: noChoices }) >= rowCount;
}

function isNote({ reason }: RowsLeftOut): boolean {
  return reason === 'note' || reason === 'blank';
}

/** Whether a column mostly holds numbers, as results do. */
function hasNumbers({ table: { columns } }: ReadSheet): boolean {
  return columns.some(({ summary }) => summary && summary.numbers > 1 && summary.numbers * 2 > summary.filled);
}

/** Whether a table is short and holds more texts than numbers. */
function isText({ columns, rowCount }: NewTable): boolean {
  const sum = (part: 'filled' | 'numbers') => columns.reduce((total, { summary }) => total + (summary?.[part] ?? 0), 0);
  return rowCount <= maxRowsOfText && sum('numbers') <= maxNumberShare * sum('filled');
}

function isCodebook({ table, topRows }: ReadSheet, sheets: readonly ReadSheet[]): boolean {
  if (codebookName.test(table.name)) return true;
  const rows = [table.columns.map(({ name }) => name), ...topRows];
  // Each name is explained once, but the tests of results in long format repeat.
  if (rows.slice(0, maxTitleRows).some(areCodebookHeadings) && explainsEachOnce(table)) return true;
  const others = sheets.filter((other) => other.table !== table).flatMap((other) => other.table.columns);
  const names = [...new Set(others.map(({ name }) => name))];
  const explained = readCodebook(rows, names).size;
  return explained >= minExplained.count && explained >= minExplained.share * Math.min(topRows.length, names.length);
}

function explainsEachOnce({ columns: [first] }: NewTable): boolean {
  const { distinct = 0, filled = 0 } = first?.summary ?? {};
  return distinct >= minDistinctShare * filled;
}

/**
 * A cover has at most a few columns, and far fewer than the tables with data. A single column of texts is a list of
 * notes.
 */
function isLikeCover({ table, topRows }: ReadSheet, sheets: readonly ReadSheet[]): boolean {
  const isSingle = table.columns.filter(({ summary }) => summary?.filled).length <= 1;
  if (isSingle && !topRows.flat().some((cell) => /^\s*\d/.test(cell ?? ''))) return true;
  const widest = Math.max(...sheets.map((sheet) => sheet.table.columns.length));
  return table.columns.length <= 2 && widest >= 2 * table.columns.length + 1;
}
