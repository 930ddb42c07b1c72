import type { Language } from '@domain/language';

import type { SpreadsheetCell } from '../row-formats/csv';
import { packageTexts } from './texts';

/** A problem of a cell, column or table, with the facts needed to find and correct it in the file. */
export interface ProblemLine {
  table: string;
  /** Row in the spreadsheet; null for a problem of a column or the table. */
  row: number | null;
  /** '' for a problem of the table. */
  letters: string;
  column: string;
  /** Label and unit of the target to which the column is mapped. */
  target: string;
  /** Text of the cell in the file; never a number, because its decimal sign can be what is wrong. */
  value: string;
  warning: string;
  canOverride: boolean;
  comment: string;
}

/** Headings of a problem list and the widths of their columns; including the table if several are listed. */
export function problemHeadings(
  language: Language,
  withTable: boolean,
): { text: string; /** In characters. */ width: number }[] {
  const { table, row, letters, column, target, value, warning, severity, comment } = packageTexts[language].problemList;
  const headings = [
    { text: row, width: 8 },
    { text: letters, width: 8 },
    { text: column, width: 24 },
    { text: target, width: 30 },
    { text: value, width: 16 },
    { text: warning, width: 70 },
    { text: severity, width: 26 },
    { text: comment, width: 40 },
  ];
  return withTable ? [{ text: table, width: 20 }, ...headings] : headings;
}

/** A problem as a row below these headings. */
export function problemRow(line: ProblemLine, language: Language, withTable: boolean): SpreadsheetCell[] {
  const { mustBeMended: mustBeCorrected, canBeOverridden } = packageTexts[language].problemList;
  const cells = [
    line.row,
    line.letters,
    line.column,
    line.target,
    line.value,
    line.warning,
    line.canOverride ? canBeOverridden : mustBeCorrected,
    line.comment,
  ];
  return withTable ? [line.table, ...cells] : cells;
}
