import type { Bilingual, Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { SqlRow } from '../tables/table-engine';
import type { CheckedColumn, CheckedTable } from './checked-table';

/** Values that a rule's sentence names, stored as they are and put into words when they are shown. */
export type Parameters = Record<string, string>;

/** SQL expressions of what a sentence names besides what is the same for all cells, by placeholder. */
export type Named = Record<string, string>;

/**
 * SQL expressions about one cell. Rules write their conditions with them, so that many columns can be
 * checked in one pass over the table.
 */
export interface CellSql {
  /** Trimmed text; '' when the cell is empty. */
  value: string;
  missing: string;
  /** Text of a cell that is not missing, else NULL. */
  text: string;
  /** Text of a cell that is neither missing nor a plain number, else NULL. */
  odd: string;
  /** Whether the text can be read as a number; true where no number is expected. */
  readable: string;
  /** Number in the target's default unit; NULL when missing or not readable. */
  number: string;
  /** Only of coded columns: text in lower case, whole numbers without decimals. */
  spelling: string;
}

interface RuleBase {
  /** R01 … R42 of the domain's list, then our own. */
  id: string;
  kinds: readonly UploadKind[];
  /** A comment can override it. */
  overridable: boolean;
  /** What to do about a problem that no comment can override. */
  remedy?: Bilingual;
  /** Cells of a group listed one by one, where they are fewer than usual: the rest takes one comment. */
  listed?: number;
  /**
   * Sentence with placeholders: {v} value, {c} column, {t} test, {u} unit, {n} count, {r} other row,
   * {a} and {b} as the rule says.
   */
  text: Bilingual;
  /** Puts stored parameters into words of the language. `column` is null for a problem of the table. */
  words(parameters: Parameters, column: CheckedColumn | null, language: Language): Record<string, string>;
}

/** Looks at each cell alone. Of several such rules the first in the list that hits a cell wins. */
export interface CellRule extends RuleBase {
  scope: 'cell';
  /** SQL condition; null when the rule does not concern this column. */
  condition(column: CheckedColumn, cell: CellSql, table: CheckedTable): string | null;
  /** What the sentence names, the same for all cells of the column. */
  parameters?(column: CheckedColumn, table: CheckedTable): Parameters;
  /** What the sentence names of each cell. */
  names?(column: CheckedColumn, cell: CellSql, table: CheckedTable): Named;
}

/** A comparison of cells of the same row; its problem is shown at `column`. */
export interface RowTest {
  column: CheckedColumn;
  /** The other columns it looks at: a comment stays valid while none of their cells changes. */
  others: CheckedColumn[];
  condition: string;
  names: Named;
}

/** Looks at several cells of one row. */
export interface RowRule extends RuleBase {
  scope: 'row';
  find(table: CheckedTable, cellOf: (column: CheckedColumn) => CellSql): RowTest[];
}

/** A comparison of a row with other rows; its problem is shown at `column`. */
export interface RowsTest {
  column: CheckedColumn;
  /** Statement that gives "row", value (what must stay the same for a comment) and the placeholders. */
  sql: string;
}

/** Looks at each row among the others. */
export interface RowsRule extends RuleBase {
  scope: 'rows';
  find(look: Look): Promise<RowsTest[]> | RowsTest[];
}

/** Looks at a column as a whole. */
export interface ColumnRule extends RuleBase {
  scope: 'column';
  /** SQL aggregates by name, taken in the pass over all cells; null when the rule does not concern the column. */
  measures(column: CheckedColumn, cell: CellSql, table: CheckedTable): Record<string, string> | null;
  /** What the sentence names, or null when there is no problem; `look` for the rare second look. */
  find(
    column: CheckedColumn,
    measured: Record<string, number>,
    look: Look,
  ): Promise<Parameters | null> | Parameters | null;
}

/** A problem of a column (its position) or of the table (null). */
export interface Finding {
  column: number | null;
  parameters: Parameters;
}

/** Looks at the mapping, or at the table as a whole. */
export interface TableRule extends RuleBase {
  scope: 'table';
  find(look: Look): Promise<Finding[]> | Finding[];
}

export type Rule = CellRule | RowRule | RowsRule | ColumnRule | TableRule;

/** Ways to ask about a table. */
export interface Look {
  table: CheckedTable;
  cellOf(column: CheckedColumn): CellSql;
  /** Relation of all rows with "row" as in the spreadsheet and the cells of some columns. */
  cells(columns: CheckedColumn[]): string;
  /** Whether a cell rule finds a problem in a cell; `refused` asks for those that cannot be overridden. */
  hit(column: CheckedColumn, which: 'any' | 'refused'): string;
  ask(sql: string): Promise<SqlRow[]>;
}

/** Fills the placeholders of a rule's sentence; an empty word takes the space before it along. */
export function ruleSentence(
  rule: Rule,
  parameters: Parameters,
  column: CheckedColumn | null,
  language: Language,
): string {
  const words = rule.words(parameters, column, language);
  return rule.text[language].replace(/([ \u00a0]?)\{(\w)\}/g, (placeholder, space: string, name: string) => {
    const word = words[name];
    if (word === undefined) return placeholder;
    return word === '' ? '' : space + word;
  });
}
