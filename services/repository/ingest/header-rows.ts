import type { CellRange } from './parsers/table-sink';

type Row = (string | null)[];

export interface Header {
  /** Text above each column; lines of a header are joined by ' / '. Null where there is none. */
  names: Row;
  /** Place of the header's first line; that of the first row of data where there is no header. */
  firstLine: number;
  /** Place of the first row of data. */
  firstRow: number;
}

/** Most lines of a header: group, test or trial, unit. */
const maxHeaderLines = 3;
/** Share of a column's values that must be numbers or dates for it to be a column of such. */
const valueShare = 0.8;
const valuePattern =
  /^([+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*%?|\d{4}-\d\d-\d\d(t.*)?|\d\d:\d\d(:\d\d(\.\d+)?)?|true|false)$/i;
/** What stands in place of a missing value: no unit. */
const missingPattern = /^(na|n\/a|nan|null|none|missing|k\. ?a\.|fehlt|[-.?#]+)$/i;

/**
 * Finds the header among the first rows of a table: below title lines and blank lines, the first row that
 * is filled at least by half. Rows that go with it are joined to it: a line of groups merged over several
 * columns, trials below such groups, units below the names of columns of numbers. A table whose first row
 * is nothing but numbers has no header.
 *
 * Who knows better names the row, from 1, in which the header begins, or 0 for a table without; lines
 * that go with it are joined to it all the same.
 */
export function findHeader(rows: Row[], width: number, merges: CellRange[] = [], chosen: number | null = null): Header {
  const sheet = new TopRows(rows, width, merges);
  if (chosen === 0) return withoutHeader(width, 0);
  const start = chosen === null ? sheet.headerStart() : chosen - 1;
  if (chosen === null && sheet.isData(start)) return withoutHeader(width, start);
  let first = start;
  let last = start;
  while (chosen === null && last - first + 1 < maxHeaderLines && sheet.isGroupLine(first - 1)) first -= 1;
  while (last - first + 1 < maxHeaderLines && sheet.continues(last)) last += 1;
  return { names: sheet.joined(first, last), firstLine: first, firstRow: last + 1 };
}

function withoutHeader(width: number, firstRow: number): Header {
  return { names: new Array<null>(width).fill(null), firstLine: firstRow, firstRow };
}

/** The first rows of a table, asked about their lines. */
class TopRows {
  /** Texts trimmed, '' where a cell is blank. */
  readonly #cells: string[][];
  /** The same with the text of cells merged over columns in each of these. */
  readonly #spread: string[][];

  constructor(
    rows: Row[],
    private readonly width: number,
    private readonly merges: CellRange[],
  ) {
    this.#cells = rows.map((row) => Array.from({ length: width }, (_, i) => row[i]?.trim() ?? ''));
    this.#spread = this.#cells.map((row) => [...row]);
    for (const { top, left, right } of merges) {
      const row = this.#spread[top];
      if (row) row.fill(row[left] ?? '', left, Math.min(right + 1, width));
    }
  }

  headerStart(): number {
    const usual = this.#usualFilled();
    const found = this.#spread.findIndex((row, i) => filled(row) * 2 >= usual && !this.#isTitle(i, usual));
    return Math.max(0, found);
  }

  /** Whether a row is nothing but numbers. */
  isData(index: number): boolean {
    const texts = (this.#cells[index] ?? []).filter((text) => text !== '');
    return texts.length > 0 && texts.every((text) => valuePattern.test(text));
  }

  /** Whether a row above the header names groups of columns. */
  isGroupLine(index: number): boolean {
    return this.#groups(index).length > 0;
  }

  /** Whether the row after `last`, the last line of a header, is one more. */
  continues(last: number): boolean {
    const next = this.#cells[last + 1];
    if (!next || filled(next) === 0 || !this.#cells.slice(last + 2).some((row) => filled(row) > 0)) {
      return false;
    }
    const groups = this.#groups(last);
    if (groups.length > 0) {
      const inGroup = (i: number) => groups.some(({ left, right }) => i >= left && i <= right);
      const others = next.filter((text, i) => text !== '' && !inGroup(i));
      // Trials may be numbered, but then nothing stands below the columns without a group.
      return others.length === 0 ? !this.#areMeasured(next, groups) : !next.some(isValue);
    }
    if (next.some(isValue)) return false;
    const isTall = this.merges.some(({ top, bottom }) => top === last && bottom > last);
    return isTall || this.#areUnits(next, last + 2);
  }

  joined(first: number, last: number): Row {
    return Array.from({ length: this.width }, (_, i) => {
      const lines = this.#spread.slice(first, last + 1).map((row) => row[i] ?? '');
      const parts = lines.filter((text, at) => text !== '' && text !== lines[at - 1]);
      return parts.length > 0 ? parts.join(' / ') : null;
    });
  }

  /** Usual number of filled cells of a row: the median, rows of one cell left out. */
  #usualFilled(): number {
    const counts = this.#cells.map(filled).filter((count) => count > 1);
    counts.sort((a, b) => a - b);
    return counts[Math.floor(counts.length / 2)] ?? 1;
  }

  /** A line of one text above a table of several columns; of two, only above an empty line or names. */
  #isTitle(index: number, usual: number): boolean {
    const row = this.#cells[index] ?? [];
    if (usual < 2 || filled(row) !== 1) return false;
    if (usual > 2) return true;
    const below = this.#cells.slice(index + 1).find((each) => filled(each) > 0);
    const isApart = below !== this.#cells[index + 1];
    return row[0] !== '' && below !== undefined && (isApart || !below.some(isValue));
  }

  /** Cells of a row that are merged over some of its columns; a single one at the start is a title. */
  #groups(index: number): CellRange[] {
    const row = this.#cells[index];
    if (!row || filled(row) === 0 || (filled(row) === 1 && row[0] !== '')) return [];
    return this.merges.filter(({ top, left, right }) => top === index && right > left && row[left] !== '');
  }

  /** Whether cells below groups are measurements: numbers that do not count 1, 2, … within a group. */
  #areMeasured(row: string[], groups: CellRange[]): boolean {
    return groups.some(({ left, right }) => {
      const texts = row.slice(left, right + 1).filter((text) => text !== '');
      return texts.some((text, i) => isValue(text) && text !== String(i + 1));
    });
  }

  /** Whether a row of texts stands between names and numbers, above most columns of numbers. */
  #areUnits(row: string[], firstBelow: number): boolean {
    const below = this.#cells.slice(firstBelow);
    const numeric = row.map((_, i) => isNumeric(below.map((each) => each[i] ?? '')));
    const count = numeric.filter(Boolean).length;
    const named = row.filter((text, i) => numeric[i] && text !== '' && !missingPattern.test(text)).length;
    const others = row.filter((text, i) => !numeric[i] && text !== '').length;
    return count > 0 && named * 2 >= count && others * 2 <= this.width - count;
  }
}

function isNumeric(texts: string[]): boolean {
  const given = texts.filter((text) => text !== '' && !missingPattern.test(text));
  return given.length > 1 && given.filter(isValue).length >= valueShare * given.length;
}

function isValue(text: string): boolean {
  return valuePattern.test(text);
}

function filled(row: string[]): number {
  return row.filter((text) => text !== '').length;
}
