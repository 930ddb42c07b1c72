import type { RecognisedData, RowReason, RowsLeftOut } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';

import { jobStatement, parquetSql, sqlText, type SqlRow, type TableEngine } from '../context/table-engine';
import { cleanName } from './column-names';
import type { CellCounts } from './measure-columns';

/** Words that begin rows below or between the data. Weak ones may also be part of an ID or a name. */
const words: { reason: RowReason; strong: string; weak: string }[] = [
  {
    reason: 'mean',
    strong:
      'mittelw\\S*|durchschn\\S*|(?:klassen|gesamt|gruppen)(?:mittel(?:werte?)?|(?:durch)?schnitt)|' +
      'arithm\\S* mittel|means?|averages?|median|zentralwert|ø|⌀',
    weak: 'mw|avg|schnitt|mittel',
  },
  {
    reason: 'deviation',
    strong:
      'standard ?-?abw\\S*|standard ?dev\\S*|std\\.? ?-?abw\\S*|stabw\\S*|std\\.? ?-?dev\\S*|' +
      'streuung|varianz|variance|standard ?error|standardfehler',
    weak: 'sd|s\\.d\\.|std|sem?',
  },
  {
    reason: 'sum',
    strong: '(?:zwischen|gesamt|klassen)summe|sub ?-?total|grand total|gesamtergebnis|Σ',
    weak: 'summen?|sums?|gesamt|total|insgesamt|alle|(?:klasse|gruppe|schule)\\S* (?:gesamt|insgesamt)|(?:class|group|school) total',
  },
  { reason: 'count', strong: 'anzahl der \\S+', weak: 'n|count|anzahl|number of \\S+' },
  {
    reason: 'extreme',
    strong: '(?:unteres |oberes |\\d\\. )?quartile?|\\d*\\.? ?(?:perzentile?|percentiles?)',
    weak:
      'minimum|maximum|min|max|(?:best|höchst|tiefst|maximal|minimal)werte?|spannweite|' +
      'beste\\S*|best|schlechteste\\S*|worst',
  },
];
const noteWords =
  'quellen?|sources?|anmerkung(?:en)?|bemerkung(?:en)?|hinweise?|fu(?:ß|ss)noten?|notes?|legende?|stand|' +
  'erstellt|created|kommentare?|comments?|remarks?|abk(?:ürzungen|\\.)|key';

/** A word at the beginning of a text, followed by its end, a sign or a space. */
const beginsWith = (alternatives: string) => `^[\\s(*"']*(?:${alternatives})(?:[^\\p{L}\\d].*)?$`;
const anySummary = beginsWith(words.flatMap(({ strong, weak }) => [strong, weak]).join('|'));
const compiled = words.map(({ reason, strong, weak }) => ({
  reason,
  strong: new RegExp(beginsWith(strong), 'iu'),
  weak: new RegExp(beginsWith(weak), 'iu'),
}));
const note = new RegExp(`${beginsWith(noteWords)}|^\\s*(?:\\*|©|[¹²³]|\\d\\))`, 'iu');

/** Whether a text begins like the name of a summary: 'Ø 20 m', 'Anzahl'. */
export function namesSummary(text: string): boolean {
  return compiled.some(({ strong, weak }) => strong.test(text) || weak.test(text));
}

/** Maximum length of the name of a summary: 'Mittelwert der Klasse 3a (Jungen)'. Longer texts are notes. */
const maxSummaryCharacters = 60;
/** Columns at the left in which names of summaries and notes are looked for. */
const labelColumns = 3;
/** The fullest columns, all of which are blank in a row of notes. */
const fullColumns = 6;
/** Minimum share of filled cells in a column that every person has. */
const usualShare = 0.95;
/** Maximum number of rows that are looked at, and of ranges of blank rows that are listed. */
const maxRowsLookedAt = 1000;
const maxBlankRanges = 50;
/** Cells per statement that are compared with the usual ones of their column. */
const sampledIds = 2000;
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
 * sums. Aggregated data consists of summaries. A row that looks like those of persons is kept.
 */
export async function recogniseRows(tables: TableEngine, table: Table): Promise<RecognisedData> {
  const blank = await findBlankRows(tables, table);
  const suspects = await findSuspects(tables, table);
  const persons = table.counts.rows - blank.count - suspects.length;
  const found = suspects.flatMap((row) => classify(row, table, persons));
  const categories = findCategories(found, suspects.length, table.counts.rows - blank.count);
  const rows = found.filter(({ label }) => !categories.has(label));
  const notes = rows.filter(({ reason }) => reason === 'note');
  const usual = notes.length > 0 ? await usualShapes(tables, table, suspects) : new Set<string>();
  const kept = rows.filter(({ reason, label }) => reason !== 'note' || !usual.has(shapeOf(label)));
  const listed = kept.map(({ label: _, ...row }) => row);
  return {
    blankRows: blank.count,
    rows: [...blank.ranges, ...listed].toSorted((a, b) => a.from - b.from),
    table: null,
  };
}

/** A label of more rows than this, and of more than this share of all rows, names a test or group. Own estimate. */
const mostAlike = { rows: 5, share: 0.1 };

/**
 * Labels of so many rows that they are no summaries: the tests of a table in long format. Where only some of the
 * suspects were read, nobody knows how many there are.
 */
function findCategories(found: Suspect[], suspects: number, rows: number): Set<string> {
  const times = new Map<string, number>();
  for (const { label, reason } of found) if (reason !== 'header') times.set(label, (times.get(label) ?? 0) + 1);
  const isCategory = (count: number) => suspects >= maxRowsLookedAt || count > mostAlike.share * rows;
  return new Set([...times].flatMap(([label, count]) => (count > mostAlike.rows && isCategory(count) ? [label] : [])));
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

/** Rows that may be no data, with their cells. Only a few columns are read to find them. */
async function findSuspects(tables: TableEngine, { parquet, counts, header, kind }: Table): Promise<SqlRow[]> {
  const used = counts.columns.flatMap(({ filled }, i) => (filled > 0 ? [i] : []));
  const [first, ...others] = used;
  if (first === undefined || others.length === 0) return [];
  const label = `coalesce(${used
    .slice(0, labelColumns)
    .map((i) => `c${i}`)
    .join(', ')})`;
  const full = others
    .toSorted((a, b) => (counts.columns[b]?.filled ?? 0) - (counts.columns[a]?.filled ?? 0))
    .slice(0, fullColumns);
  const conditions = [
    `(${full.map((i) => `c${i} is null`).join(' and ')})`,
    ...repeatedHeader(used, header),
    ...(kind === 'raw' ? [`regexp_matches(${label}, ${sqlText(anySummary)}, 'i')`] : []),
  ];
  const hasBlanks = counts.columns.every(({ filled }) => filled < counts.rows);
  const found = await tables.all(
    `select file_row_number as r from ${parquetSql(parquet)}
      where ${hasBlanks ? 'not blank and ' : ''}(${conditions.join(' or ')}) order by r limit ${maxRowsLookedAt}`,
    [],
    jobStatement,
  );
  if (found.length === 0) return [];
  return tables.all(
    `select file_row_number as r, ${used.map((i) => `c${i}`).join(', ')} from ${parquetSql(parquet)}
      where file_row_number in (${found.map(({ r }) => Number(r)).join(', ')}) order by r`,
    [],
    jobStatement,
  );
}

/** Condition that the first named cells repeat the header, as where several lists stand one below another. */
function repeatedHeader(used: number[], header: Table['header']): string[] {
  const named = used.filter((i) => header[i]?.trim()).slice(0, labelColumns);
  if (named.length < 2) return [];
  return [`(${named.map((i) => `trim(c${i}) = ${sqlText(header[i]?.trim() ?? '')}`).join(' and ')})`];
}

interface Suspect extends RowsLeftOut {
  /** The first text of the row. */
  label: string;
}

/** `persons`: number of rows that are certainly data. */
function classify(row: SqlRow, table: Table, persons: number): Suspect[] {
  const { counts, firstRow, kind } = table;
  const cells = counts.columns.flatMap((column, i) => {
    const text = cleanName(String(row[`c${i}`] ?? ''));
    return column.filled === 0 ? [] : [{ text, i, isUsual: column.filled >= usualShare * persons }];
  });
  const filled = cells.filter(({ text }) => text !== '');
  const label = filled.find(({ text }) => !isNumber(text))?.text ?? '';
  const reason =
    (isHeader(filled, table.header) ? 'header' : null) ??
    (kind === 'raw' ? summaryOf(label, cells) : null) ??
    (isNote(label, filled, cells.length) ? 'note' : null);
  if (reason === null) return [];
  const at = Number(row.r) + firstRow + 1;
  const text = filled.map((cell) => cell.text).join('; ');
  return [{ from: at, to: at, reason, text: [...text].slice(0, maxTextCharacters).join(''), label }];
}

interface Cell {
  text: string;
  i: number;
  isUsual: boolean;
}

function isHeader(filled: Cell[], header: Table['header']): boolean {
  const same = filled.filter(({ text, i }) => text === cleanName(header[i] ?? ''));
  return same.length >= 2 && same.length * 2 > filled.length;
}

/** A weak word only counts in a row without a cell that persons have. */
function summaryOf(label: string, cells: Cell[]): RowReason | null {
  if (label.length > maxSummaryCharacters) return null;
  const isIncomplete = cells.some(({ text, isUsual }) => isUsual && text === '');
  const found = compiled.find(({ strong, weak }) => strong.test(label) || (isIncomplete && weak.test(label)));
  return found?.reason ?? null;
}

/** One text, or a few where a row usually has many cells, and no numbers. */
function isNote(label: string, filled: Cell[], width: number): boolean {
  if (label === '' || filled.some(({ text }) => isNumber(text)) || width < 3) return false;
  return filled.length === 1 || (filled.length === 2 && (width >= 5 || note.test(label)));
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*%?$/.test(text);
}

/** Shapes of the usual texts of the first columns, such as those of IDs, so that a person without results is kept. */
async function usualShapes(tables: TableEngine, { parquet, counts }: Table, suspects: SqlRow[]): Promise<Set<string>> {
  const used = counts.columns.flatMap(({ filled }, i) => (filled > 0 ? [i] : [])).slice(0, labelColumns);
  const rows = await tables.all(
    `select ${used.map((i) => `c${i}`).join(', ')} from ${parquetSql(parquet)}
      where file_row_number not in (${suspects.map(({ r }) => Number(r)).join(', ')}) limit ${sampledIds}`,
    [],
    jobStatement,
  );
  const times = new Map<string, number>();
  for (const row of rows) {
    const label = used.map((i) => String(row[`c${i}`] ?? '')).find((text) => text !== '' && !isNumber(text));
    if (label !== undefined) times.set(shapeOf(label), (times.get(shapeOf(label)) ?? 0) + 1);
  }
  return new Set([...times].flatMap(([shape, count]) => (count * 10 >= rows.length ? [shape] : [])));
}

/** A text with each word as 'a' and each number as '9'. */
function shapeOf(text: string): string {
  return cleanName(text)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');
}
