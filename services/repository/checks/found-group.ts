import type { Parameters } from './rule';

export interface FoundCell {
  /** Row as in the spreadsheet; 0 for a problem of a column or the table. */
  row: number;
  /** A comment is only valid while this value stays the same. */
  value: string;
  parameters: Parameters;
}

/** Problems of one rule in one column, or of the table. */
export interface FoundGroup {
  rule: string;
  column: number | null;
  canOverride: boolean;
  count: number;
  parameters: Parameters;
  /** The cells that are listed one by one. */
  cells: FoundCell[];
  /** The first cell that is not listed, if any. */
  next: FoundCell | null;
  /** Statement that lists all cells ("row", value and placeholders) if more exist than are listed. */
  allCellsSql: string | null;
}
