import type { CellRange } from './parsers/protocol';

type Row = (string | null)[];

export interface Header {
  /** Header text of each column, with lines joined by ' / '; null if there is none. */
  names: Row;
  /** Index of the first line of the header, or of the first row of data if there is no header. */
  firstLine: number;
  /** Index of the first row of data. */
  firstRow: number;
}

/** Maximum number of header lines: group, test or trial, unit. */
const maxHeaderLines = 3;
/** Minimum share of numbers and dates in a numeric column. Own estimate. */
const valueShare = 0.8;
const valuePattern =
  /^([+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*%?|\d{4}-\d\d-\d\d(t.*)?|\d\d:\d\d(:\d\d(\.\d+)?)?|true|false)$/i;
/** Placeholders for missing values, which are not units. */
const missingPattern = /^(na|n\/a|nan|null|none|missing|k\. ?a\.|fehlt|[-.?#]+)$/i;

/**
 * Finds the header among the first rows of a table. It is the first row below titles and blank lines with at
 * least half of its cells filled, together with related lines: groups merged over several columns above it,
 * trials below such groups, units below the names of numeric columns. There is no header if that row has only
 * numbers.
 *
 * `chosen` is the row in which the header begins, counted from 1, or 0 for a table without a header.
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

/** Classifies the first rows of a table. */
class TopRows {
  /** Trimmed texts; '' for blank cells. */
  readonly #cells: string[][];
  /** The same, with the text of merged cells in each of their columns. */
  readonly #spread: string[][];

  /** Merged cells, and cells above several names that repeat. */
  readonly #merges: CellRange[];

  constructor(
    rows: Row[],
    private readonly width: number,
    merges: CellRange[],
  ) {
    this.#cells = rows.map((row) => Array.from({ length: width }, (_, i) => row[i]?.trim() ?? ''));
    this.#spread = this.#cells.map((row) => [...row]);
    const isMerged = new Set(merges.map(({ top }) => top));
    this.#merges = [...merges, ...rows.flatMap((_, i) => (isMerged.has(i) ? [] : this.#impliedGroups(i)))];
    for (const { top, left, right } of this.#merges) {
      const row = this.#spread[top];
      if (row) row.fill(row[left] ?? '', left, Math.min(right + 1, width));
    }
  }

  headerStart(): number {
    const usual = this.#usualFilled();
    const found = this.#spread.findIndex((row, i) => filled(row) * 2 >= usual && !this.#isTitle(i, usual));
    return Math.max(0, found);
  }

  /** Whether a row has only numbers. */
  isData(index: number): boolean {
    const texts = (this.#cells[index] ?? []).filter((text) => text !== '');
    return texts.length > 0 && texts.every((text) => valuePattern.test(text));
  }

  /** Whether a row above the header names groups of columns. */
  isGroupLine(index: number): boolean {
    return this.#groups(index).length > 0;
  }

  /** Whether the row after `last`, a header line, is another header line. */
  continues(last: number): boolean {
    const next = this.#cells[last + 1];
    if (!next || filled(next) === 0 || !this.#cells.slice(last + 2).some((row) => filled(row) > 0)) {
      return false;
    }
    const groups = this.#groups(last);
    if (groups.length > 0) {
      const inGroup = (i: number) => groups.some(({ left, right }) => i >= left && i <= right);
      const others = next.filter((text, i) => text !== '' && !inGroup(i));
      if (others.some(isValue) || this.#areMeasured(next, groups)) return false;
      // Trials may be numbered, but below a single group the other cells are blank then.
      return others.length === 0 || groups.length > 1 || !next.some(isValue);
    }
    if (next.some(isValue)) return false;
    const isTall = this.#merges.some(({ top, bottom }) => top === last && bottom > last);
    return isTall || this.#areUnits(next, last + 2);
  }

  joined(first: number, last: number): Row {
    return Array.from({ length: this.width }, (_, i) => {
      const lines = this.#spread.slice(first, last + 1).map((row) => row[i] ?? '');
      const parts = lines.filter((text, at) => text !== '' && text !== lines[at - 1]);
      return parts.length > 0 ? parts.join(' / ') : null;
    });
  }

  /** Median number of filled cells of the rows with more than one. */
  #usualFilled(): number {
    const counts = this.#cells.map(filled).filter((count) => count > 1);
    counts.sort((a, b) => a - b);
    return counts[Math.floor(counts.length / 2)] ?? 1;
  }

  /** Whether a line is a title: a single text above the table. If that has two columns, an empty line or names follow. */
  #isTitle(index: number, usual: number): boolean {
    const row = this.#cells[index] ?? [];
    if (usual < 2 || filled(row) !== 1) return false;
    if (usual > 2) return true;
    const below = this.#cells.slice(index + 1).find((each) => filled(each) > 0);
    const isApart = below !== this.#cells[index + 1];
    return row[0] !== '' && below !== undefined && (isApart || !below.some(isValue));
  }

  /** Cells of a row that are merged over several columns. A single cell at the start is a title. */
  #groups(index: number): CellRange[] {
    const row = this.#cells[index];
    if (!row || filled(row) === 0 || (filled(row) === 1 && row[0] !== '')) return [];
    return this.#merges.filter(({ top, left, right }) => top === index && right > left && row[left] !== '');
  }

  /**
   * Cells of a row that name groups although nothing is merged, as in csv: each stands above the first of several
   * names, and blank cells above the others. The names repeat below another group, as trials and sides do.
   */
  #impliedGroups(top: number): CellRange[] {
    const row = this.#cells[top] ?? [];
    const below = this.#cells[top + 1] ?? [];
    const kinds = below.map((text) => text.replace(/\d+/g, '1'));
    const repeats = (i: number) =>
      kinds[i] !== '' && kinds.indexOf(kinds[i] ?? '') !== kinds.lastIndexOf(kinds[i] ?? '');
    const groups = row.flatMap((text, left) => {
      if (text === '' || isValue(text)) return [];
      let right = left;
      while (row[right + 1] === '' && repeats(right + 1)) right += 1;
      const names = below.slice(left, right + 1);
      const areNames = right > left && repeats(left) && new Set(names).size === names.length;
      return areNames ? [{ top, left, right, bottom: top }] : [];
    });
    const names = groups.flatMap(({ left, right }) => below.slice(left, right + 1));
    const isRepeated = new Set(names).size < names.length;
    return groups.length > 1 && isRepeated && !this.#areMeasured(below, groups) ? groups : [];
  }

  /** Whether cells below groups have numbers other than trial numbers 1, 2, …. */
  #areMeasured(row: string[], groups: CellRange[]): boolean {
    return groups.some(({ left, right }) => {
      const texts = row.slice(left, right + 1).filter((text) => text !== '');
      return texts.some((text, i) => isValue(text) && text !== String(i + 1));
    });
  }

  /** Whether a row below the names has units: texts above most numeric columns and few others. */
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
