import type { Bilingual, Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { SqlRow } from '../context/table-engine';
import type { CheckedColumn, CheckedTable } from './checked-table';

/** Values for the placeholders of a rule's message, stored unformatted. */
export type Parameters = Record<string, string>;

/** SQL expressions for the placeholders that differ from cell to cell. */
export type Named = Record<string, string>;

/**
 * SQL expressions for one cell, from which rules build their conditions, so that many columns can be checked in one
 * pass.
 */
export interface CellSql {
  /** Trimmed text; '' if the cell is empty. */
  value: string;
  missing: string;
  /** Text of a cell that is not missing, otherwise NULL. */
  text: string;
  /**
   * Text of a cell that is neither missing nor a plain number, otherwise NULL; null if the column is not measured or has
   * no such cell.
   */
  nonNumericText: string | null;
  /** Whether the text can be read as a number; true if no number is expected. */
  readable: string;
  /** Number in the target's default unit; NULL if missing or not readable. */
  number: string;
  /** Only for coded columns: text in lower case, whole numbers without decimals. */
  spelling: string;
  /** Only for dates and months. */
  dates?: DateCellSql;
}

export interface DateCellSql {
  /** Date in any year; NULL if the cell is no date. */
  any: string;
  /** The same in a possible year. */
  date: string;
  /** First day, in any year, of a month without a day; NULL for a date. */
  month: string;
}

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

interface RuleBase {
  /** R01 to R42 of the domain's list, then our own. */
  id: string;
  kinds: readonly UploadKind[];
  /** A comment can override it. */
  overridable: boolean;
  /** How to correct a problem that cannot be overridden. */
  remedy?: Bilingual;
  /** Number of cells listed one by one, if fewer than usual. The rest takes one comment. */
  listed?: number;
  /**
   * Message with placeholders: {{v}} value, {{c}} column, {{t}} test, {{u}} unit, {{n}} count, {{r}} other row; {{a}} and {{b}} depend
   * on the rule.
   */
  text: Bilingual;
  /**
   * Formats stored parameters for a language; by default as `parameterFormatter()` does. `column` is null for a problem of the
   * table.
   */
  formatParameters?(parameters: Parameters, column: CheckedColumn | null, language: Language): Record<string, string>;
}

/** Checks each cell on its own. The first rule in the list that hits a cell wins. */
export interface CellRule extends RuleBase {
  scope: 'cell';
  /** SQL condition; null if the rule does not apply to this column. */
  condition(column: CheckedColumn, cell: CellSql, table: CheckedTable): string | null;
  /**
   * Cheap condition that is true wherever `condition` is. The pass over all columns uses it, because a long pattern takes
   * longer to prepare than to read a column.
   */
  mayHit?(cell: CellSql): string;
  /** Parameters of the message that are the same for all cells of the column. */
  parameters?(column: CheckedColumn, table: CheckedTable): Parameters;
  /** Parameters of the message that differ from cell to cell. */
  names?(column: CheckedColumn, cell: CellSql, table: CheckedTable): Named;
}

/** A comparison of cells in the same row; its problem is shown at `column`. */
export interface RowTest {
  column: CheckedColumn;
  /** The other columns it uses. A comment is valid while none of their cells changes. */
  others: CheckedColumn[];
  condition: string;
  names: Named;
}

/** Checks several cells of a row. */
export interface RowRule extends RuleBase {
  scope: 'row';
  find(table: CheckedTable, cellOf: (column: CheckedColumn) => CellSql): RowTest[];
}

/** A comparison of a row with other rows; its problem is shown at `column`. */
export interface RowsTest {
  column: CheckedColumn;
  /** Statement that returns "row", value (a comment is valid while it stays the same) and the placeholders. */
  sql: string;
}

/** Compares rows with each other. */
export interface RowsRule extends RuleBase {
  scope: 'rows';
  find(look: RuleContext): Promise<RowsTest[]> | RowsTest[];
}

/** Checks a column as a whole. */
export interface ColumnRule extends RuleBase {
  scope: 'column';
  /** SQL aggregates by name, computed in the pass over all cells; null if the rule does not apply to the column. */
  measures(column: CheckedColumn, cell: CellSql, table: CheckedTable): Record<string, string> | null;
  /** Parameters of the message, or null if there is no problem. `look` is for rules that need another query. */
  find(
    column: CheckedColumn,
    measured: Record<string, number>,
    look: RuleContext,
  ): Promise<Parameters | null> | Parameters | null;
  /**
   * Condition of the cells that are listed one by one instead of the column, once `find` has found the problem; null for
   * a problem of the column.
   */
  cells?(column: CheckedColumn, measured: Record<string, number>, cell: CellSql): string | null;
}

/** A problem of a column (its index) or of the table (null). */
export interface Finding {
  column: number | null;
  parameters: Parameters;
}

/** Checks the mapping, or the table as a whole. */
export interface TableRule extends RuleBase {
  scope: 'table';
  find(look: RuleContext): Promise<Finding[]> | Finding[];
}

export type Rule = CellRule | RowRule | RowsRule | ColumnRule | TableRule;

/** Functions with which rules query the table. */
export interface RuleContext {
  table: CheckedTable;
  cellOf(column: CheckedColumn): CellSql;
  /** Relation of all rows with "row" as in the file and the cells of some columns. */
  cells(columns: CheckedColumn[]): string;
  /** SQL for whether a cell rule hits a cell; 'refused' only counts rules that cannot be overridden. */
  hit(column: CheckedColumn, which: 'any' | 'refused'): string;
  ask(sql: string): Promise<SqlRow[]>;
  /** Share of the person IDs that occur in several rows; 0 without such a column. Asked for once. */
  shareRepeated(): Promise<number>;
  /** The problems found so far; for a rule that compares rows, those of all other scopes. */
  found(): readonly FoundGroup[];
}
