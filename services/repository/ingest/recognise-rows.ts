import type { RecognisedData, RowReason, RowsLeftOut } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';

import { jobStatement, parquetSql, sqlText, type SqlRow, type TableEngine } from '../context/table-engine';
import { cleanName } from './column-names';
import type { CellCounts } from './measure-columns';
import { equalsStatistics } from './row-statistics';
import { anySummary, beginsNote, summaryNamed } from './summary-words';
import { describeLabels, type LabelColumns } from './usual-labels';

/** Columns at the left in which names of summaries and notes are looked for. */
const labelColumns = 3;
/** Columns at the left that tell persons apart, also where they hold numbers. */
const identityColumns = 3;
/** The fullest columns, all of which are blank in a row of notes. */
const fullColumns = 6;
/** Minimum share of filled cells in a column that every person has. */
const usualShare = 0.95;
/** Maximum number of rows that are looked at, and of ranges of blank rows that are listed. */
const maxRowsLookedAt = 1000;
const maxBlankRanges = 50;
/** Maximum number of rows whose numbers are compared with those above. More are the tests or groups of a list. */
const maxRowsCompared = 50;
/** Maximum length of the beginning of a row that is shown. */
const maxTextCharacters = 80;

interface Table {
  parquet: string;
  counts: CellCounts;
  header: (string | null)[];
  /** Index of the first row of data in the file, counted from 0. */
  firstRow: number;
  kind: UploadKind;
}

/**
 * Recognises rows that are no data: blank ones, repeated headers, notes and, in raw data, summaries such as means and
 * sums. Aggregated data consists of summaries. A row that looks like those of persons is kept, unless its numbers are
 * the statistics of the rows above.
 */
export async function recogniseRows(tables: TableEngine, table: Table): Promise<RecognisedData> {
  const blank = await findBlankRows(tables, table);
  const { rows, isCut } = await findSuspects(tables, table, blank.count);
  const suspects = readSuspects(rows, table, blank.count);
  const listed = suspects.length > 0 ? await judge(tables, table, suspects) : [];
  return {
    blankRows: blank.count,
    rows: [...blank.ranges, ...listed].toSorted((a, b) => a.from - b.from),
    table: null,
    ...(isCut ? { isCut } : {}),
  };
}

async function findBlankRows(
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
 * Where too many begin like a summary, as in a list of tests, only those that lack a cell are looked at.
 */
async function findSuspects(
  tables: TableEngine,
  { parquet, counts, header, kind }: Table,
  blankRows: number,
): Promise<{ rows: SqlRow[]; isCut: boolean }> {
  const used = usedColumns(counts);
  const [first, ...others] = used;
  if (first === undefined || others.length === 0) return { rows: [], isCut: false };
  const texts = used.slice(0, labelColumns).map((i) => `c${i}`);
  const named = `regexp_matches(coalesce(${texts.join(', ')}), ${sqlText(anySummary)}, 'i')`;
  const full = others
    .toSorted((a, b) => (counts.columns[b]?.filled ?? 0) - (counts.columns[a]?.filled ?? 0))
    .slice(0, fullColumns);
  const sure = [`(${full.map((i) => `c${i} is null`).join(' and ')})`, ...repeatedHeader(used, header)];
  const hasBlanks = counts.columns.every(({ filled }) => filled < counts.rows);
  const find = (conditions: string[]) =>
    tables.all(
      `select file_row_number as r from ${parquetSql(parquet)}
        where ${hasBlanks ? 'not blank and ' : ''}(${conditions.join(' or ')}) order by r limit ${maxRowsLookedAt + 1}`,
      [],
      jobStatement,
    );
  let found = await find(kind === 'raw' ? [...sure, named] : sure);
  if (found.length > maxRowsLookedAt && kind === 'raw') {
    const usual = used.filter((i) => isUsual(counts, i, counts.rows - blankRows)).map((i) => `c${i} is null`);
    found = await find(usual.length > 0 ? [...sure, `(${named} and (${usual.join(' or ')}))`] : sure);
  }
  if (found.length === 0) return { rows: [], isCut: false };
  const numbers = found.slice(0, maxRowsLookedAt).map(({ r }) => Number(r));
  const rows = await tables.all(
    `select file_row_number as r, ${used.map((i) => `c${i}, n${i}`).join(', ')} from ${parquetSql(parquet)}
      where file_row_number in (${numbers.join(', ')}) order by r`,
    [],
    jobStatement,
  );
  return { rows, isCut: found.length > maxRowsLookedAt };
}

function usedColumns({ columns }: CellCounts): number[] {
  return columns.flatMap(({ filled }, i) => (filled > 0 ? [i] : []));
}

/** Whether nearly every one of `rows` has a cell in a column. */
function isUsual({ columns }: CellCounts, i: number, rows: number): boolean {
  return (columns[i]?.filled ?? 0) >= usualShare * rows;
}

/** Condition that the first named cells repeat the header, as where several lists stand one below another. */
function repeatedHeader(used: number[], header: Table['header']): string[] {
  const named = used.filter((i) => header[i]?.trim()).slice(0, labelColumns);
  if (named.length < 2) return [];
  return [`(${named.map((i) => `trim(c${i}) = ${sqlText(header[i]?.trim() ?? '')}`).join(' and ')})`];
}

interface Cell {
  text: string;
  i: number;
  isUsual: boolean;
  /** Whether the cell helps to tell persons apart. */
  isIdentity: boolean;
}

interface Suspect {
  row: SqlRow;
  cells: Cell[];
  /** The first text of the row. */
  label: Cell | undefined;
}

function readSuspects(rows: readonly SqlRow[], { counts }: Table, blankRows: number): Suspect[] {
  const all = counts.rows - blankRows;
  // Where most rows are suspect, they are no summaries of the few others.
  const persons = rows.length > all / 2 ? all : all - rows.length;
  const used = usedColumns(counts);
  return rows.map((row) => {
    const cells = used.map((i, at): Cell => {
      const { filled = 0, numbers = 0 } = counts.columns[i] ?? {};
      return {
        text: cleanName(String(row[`c${i}`] ?? '')),
        i,
        isUsual: isUsual(counts, i, persons),
        isIdentity: at < identityColumns || numbers * 2 < filled,
      };
    });
    return { row, cells, label: cells.find(({ text }) => text !== '' && !isNumber(text)) };
  });
}

/** The suspect rows that are no data. */
async function judge(tables: TableEngine, table: Table, suspects: Suspect[]): Promise<RowsLeftOut[]> {
  const rows = new Set(suspects.filter(isIncomplete).map(({ row }) => Number(row.r)));
  const labels = await describeLabels(tables, table.parquet, usedColumns(table.counts).slice(0, labelColumns), rows);
  const judged = suspects.map((suspect) => ({ suspect, ...reasonOf(suspect, table, labels) }));
  const open = judged.filter(({ isOpen }) => isOpen);
  const found = new Set(judged.filter(({ reason, isOpen }) => reason && !isOpen).map(({ suspect }) => suspect));
  for (const { suspect, reason } of open.length <= maxRowsCompared ? open : []) {
    const others = open.map((one) => one.suspect);
    const numbers = [...found, ...others].map(({ row }) => Number(row.r));
    if (reason && (await equalsStatistics(tables, table, suspect.row, { reason, leftOut: numbers })))
      found.add(suspect);
  }
  return judged.flatMap(({ suspect, reason }) => {
    if (reason && found.has(suspect)) return [describe(suspect, reason, table)];
    return isNote(suspect) && !labels.isUsual(suspect.label) ? [describe(suspect, 'note', table)] : [];
  });
}

function describe({ row, cells }: Suspect, reason: RowReason, { firstRow }: Table): RowsLeftOut {
  const at = Number(row.r) + firstRow + 1;
  const text = cells.flatMap((cell) => (cell.text === '' ? [] : [cell.text])).join('; ');
  return { from: at, to: at, reason, text: [...text].slice(0, maxTextCharacters).join('') };
}

/** Why a row seems to be no data; null if it is no header or summary. `isOpen`: its numbers decide. */
function reasonOf(
  suspect: Suspect,
  { kind, header }: Table,
  labels: LabelColumns,
): { reason: RowReason | null; isOpen: boolean } {
  const { cells, label } = suspect;
  if (isHeader(cells, header)) return { reason: 'header', isOpen: false };
  const named = kind === 'raw' && label ? summaryNamed(label.text) : null;
  if (!named || !label) return { reason: null, isOpen: false };
  const { reason, isWeak } = named;
  const isLike = labels.isCategory(label) && !lacksIdentity(cells, label);
  if (!isWeak) return { reason, isOpen: isLike };
  return { reason, isOpen: isLike || !isIncomplete(suspect) || labels.isUsual(label, 'cased') };
}

function isHeader(cells: readonly Cell[], header: Table['header']): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  const same = filled.filter(({ text, i }) => text === cleanName(header[i] ?? ''));
  return same.length >= 2 && same.length * 2 > filled.length;
}

/** Whether a row lacks a cell that nearly every person has. */
function isIncomplete({ cells }: Suspect): boolean {
  return cells.some((cell) => cell.isUsual && cell.text === '');
}

/** Whether a row lacks most cells that tell persons apart, besides its label. */
function lacksIdentity(cells: readonly Cell[], label: Cell): boolean {
  const identity = cells.filter((cell) => cell.isUsual && cell.isIdentity && cell.i !== label.i);
  return identity.filter(({ text }) => text === '').length * 2 > identity.length;
}

/** One text, or a few where a row usually has many cells, and no numbers. */
function isNote({ cells, label }: Suspect): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  if (!label || filled.some(({ text }) => isNumber(text)) || cells.length < 3) return false;
  return filled.length === 1 || (filled.length === 2 && (cells.length >= 5 || beginsNote(label.text)));
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*%?$/.test(text);
}
