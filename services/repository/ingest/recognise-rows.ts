import { maxRowTextCharacters, type RecognisedData, type RowReason, type RowsLeftOut } from '@domain/data-rows';

import type { SqlRow, TableEngine } from '../context/table-engine';
import { cleanName } from './column-names';
import {
  findBlankRows,
  findSuspectRows,
  isText,
  isUsual,
  labelColumns,
  maxRowsCompared,
  type Table,
  usedColumns,
} from './find-suspect-rows';
import { equalsStatistics } from './row-statistics';
import { beginsNote, summaryNamed } from './summary-words';
import { describeLabels, type LabelColumns } from './usual-labels';

/** Columns at the left that tell persons apart, also where they hold numbers. */
const identityColumns = 3;

/**
 * Recognises rows that are no data: blank ones, repeated headers, notes and, in raw data, summaries such as means and
 * sums. Aggregated data consists of summaries. A row that looks like those of persons is kept, unless its numbers are
 * the statistics of the rows above.
 */
export async function recogniseRows(tables: TableEngine, table: Table): Promise<RecognisedData> {
  const blank = await findBlankRows(tables, table);
  const { rows, isCut } = await findSuspectRows(tables, table, blank.count);
  const suspects = readSuspects(rows, table, blank.count);
  const listed = suspects.length > 0 ? await judge(tables, table, suspects) : [];
  return {
    blankRows: blank.count,
    rows: [...blank.ranges, ...listed].toSorted((a, b) => a.from - b.from),
    table: null,
    ...(isCut ? { isCut } : {}),
  };
}

interface Cell {
  text: string;
  i: number;
  isUsual: boolean;
  /** Whether the column mostly holds texts. */
  isText: boolean;
  /** Whether the cell helps to tell persons apart. */
  isIdentity: boolean;
}

interface Suspect {
  row: SqlRow;
  cells: Cell[];
  label: Label | null;
}

interface Label extends Cell {
  /** Whether it is the first text of its row. */
  isFirst: boolean;
  /** Whether its row is empty to its left. */
  isLeftmost: boolean;
}

/** The text that may name a summary or begin a note: the first one, or another one at the left above numbers. */
function labelOf(cells: readonly Cell[]): Label | null {
  const texts = cells.filter(({ text }) => text !== '' && !isNumber(text));
  const [first] = texts;
  const left = new Set(cells.slice(0, labelColumns));
  const hasNumbers = cells.some(({ text }) => isNumber(text));
  const named = texts.find((cell) => hasNumbers && left.has(cell) && summaryNamed(cell.text));
  const found = named ?? first;
  const isLeftmost = found === cells.find(({ text }) => text !== '');
  return found ? { ...found, isFirst: found === first, isLeftmost } : null;
}

function readSuspects(rows: readonly SqlRow[], { counts }: Table, blankRows: number): Suspect[] {
  const all = counts.rows - blankRows;
  // Where most rows are suspect, they are no summaries of the few others.
  const persons = rows.length > all / 2 ? all : all - rows.length;
  const used = usedColumns(counts);
  return rows.map((row) => {
    const cells = used.map((i, at): Cell => {
      return {
        text: cleanName(String(row[`c${i}`] ?? '')),
        i,
        isUsual: isUsual(counts, i, persons),
        isText: isText(counts, i),
        isIdentity: at < identityColumns || isText(counts, i),
      };
    });
    return { row, cells, label: labelOf(cells) };
  });
}

/** The suspect rows that are no data. */
async function judge(tables: TableEngine, table: Table, suspects: Suspect[]): Promise<RowsLeftOut[]> {
  const rows = new Set(
    suspects.filter(({ cells, label }) => isIncomplete(cells, label)).map(({ row }) => Number(row.r)),
  );
  const labels = await describeLabels(tables, table.parquet, usedColumns(table.counts).slice(0, labelColumns), rows);
  const judged = suspects.map((suspect) => ({ suspect, ...reasonOf(suspect, table, labels) }));
  const open = judged.filter(({ isOpen }) => isOpen);
  const found = new Set(judged.filter(({ reason, isOpen }) => reason && !isOpen).map(({ suspect }) => suspect));
  const summaries = judged.flatMap((one) => (one.reason === 'header' ? [] : [one.suspect]));
  const rowOf = ({ row }: Suspect) => Number(row.r);
  for (const { suspect, reason, isName } of open.length <= maxRowsCompared ? open : []) {
    const above = summaries.find((one) => found.has(one) && rowOf(one) === rowOf(suspect) - 1);
    if (reason === null || (isName && !(above && isOfSameGroup(above, suspect)))) continue;
    const isNamed = suspect.label !== null && !labels.isUsual(suspect.label, 'cased');
    const isFound = above !== undefined && isNamed && lacksAnyIdentity(suspect);
    const equals = (others: Iterable<Suspect>) =>
      equalsStatistics(tables, table, rowOf(suspect), {
        reason,
        leftOut: [...others].map(rowOf),
        labelAt: suspect.label?.i ?? null,
      });
    // The other open rows may be summaries as well as people.
    if (isFound || (await equals([...found, ...open.map((one) => one.suspect)])) || (await equals(found))) {
      found.add(suspect);
    }
  }
  return judged.flatMap(({ suspect, reason }) => {
    if (reason && found.has(suspect)) return [describe(suspect, reason, table)];
    return isNote(suspect) && !labels.isUsual(suspect.label) ? [describe(suspect, 'note', table)] : [];
  });
}

function describe({ row, cells }: Suspect, reason: RowReason, { firstRow }: Table): RowsLeftOut {
  const at = Number(row.r) + firstRow + 1;
  const text = cells.flatMap((cell) => (cell.text === '' ? [] : [cell.text])).join('; ');
  return { from: at, to: at, reason, text: [...text].slice(0, maxRowTextCharacters).join('') };
}

interface Judgement {
  /** Why a row seems to be no data; null if it is no header or summary. */
  reason: RowReason | null;
  /** Whether its numbers decide. */
  isOpen: boolean;
  /** Whether its label may be a name, so that its numbers only decide below another summary of the same group. */
  isName?: boolean;
}

/** Results of tests that count points are often the best or the only ones; nobody's are by chance their means. */
const reasonsByChance: readonly RowReason[] = ['extreme', 'deviation'];

function reasonOf(suspect: Suspect, { kind, header }: Table, labels: LabelColumns): Judgement {
  const { cells, label } = suspect;
  if (isHeader(cells, header)) return { reason: 'header', isOpen: false };
  // Means are also written below the columns without a word.
  const isBare = label === null && cells.slice(0, labelColumns).every(({ text }) => text === '');
  if (kind === 'raw' && isBare) return { reason: 'mean', isOpen: true };
  const named = kind === 'raw' && label ? summaryNamed(label.text) : null;
  if (!named || !label) return { reason: null, isOpen: false };
  const { reason, isWeak } = named;
  const isLike = (labels.isCategory(label) || !label.isFirst) && !lacksIdentity(cells, label, labels);
  // A row with a number or a class and every text that people have may be that of a person called like a summary.
  const isPerson = !label.isLeftmost && !lacksText(cells, label);
  if (!isWeak) return { reason, isOpen: isLike || isPerson };
  const isOpen = isLike || isPerson || !isIncomplete(cells, label) || labels.isUsual(label, 'cased');
  return { reason, isOpen, isName: isPerson && reasonsByChance.includes(reason) };
}

function isHeader(cells: readonly Cell[], header: Table['header']): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  const same = filled.filter(({ text, i }) => text === cleanName(header[i] ?? ''));
  return same.length >= 2 && same.length * 2 > filled.length;
}

/** Whether a row lacks a cell that nearly every person has: a text such as the sex, where there is one. */
function isIncomplete(cells: readonly Cell[], label: Cell | null): boolean {
  const usual = cells.filter((cell) => cell.isUsual && cell.i !== label?.i);
  const texts = usual.filter(({ isText }) => isText);
  return (texts.length > 0 ? texts : usual).some(({ text }) => text === '');
}

/** Whether a row begins like the one above it: with the same class. */
function isOfSameGroup(above: Suspect, { cells, label }: Suspect): boolean {
  return cells.every(({ text, i }, at) => i >= (label?.i ?? 0) || text === above.cells[at]?.text);
}

/** Whether a row lacks a text that nearly every person has. */
function lacksText(cells: readonly Cell[], label: Cell): boolean {
  return cells.some((cell) => cell.isUsual && cell.isText && cell.i !== label.i && cell.text === '');
}

/** Whether a row lacks a cell that tells persons apart, as the deviation below a mean does. */
function lacksAnyIdentity({ cells }: Suspect): boolean {
  return cells.some((cell) => cell.isUsual && cell.isIdentity && cell.text === '');
}

/**
 * Whether a row lacks, besides its label, most cells that tell persons apart, or a text such as the sex without having
 * an ID.
 */
function lacksIdentity(cells: readonly Cell[], label: Cell, labels: LabelColumns): boolean {
  const others = cells.filter(({ i }) => i !== label.i);
  const identity = others.filter((cell) => cell.isUsual && cell.isIdentity);
  const missing = identity.filter(({ text }) => text === '');
  const hasId = others.some((cell) => cell.text !== '' && labels.isId(cell));
  return missing.length * 2 > identity.length || (!hasId && missing.some(({ isText }) => isText));
}

/** One text, or a few where a row usually has many cells or they begin like a note, and no numbers. */
function isNote({ cells, label }: Suspect): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  if (!label || filled.some(({ text }) => isNumber(text)) || cells.length < 3) return false;
  if (filled.length === 1 || (filled.length === 2 && cells.length >= 5)) return true;
  return beginsNote(label.text) && filled.length * 2 <= cells.length;
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*%?$/.test(text);
}
