import type { Bilingual, Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { CheckedColumn, CheckedTable } from './checked-table';

/** Values that a rule's sentence names, stored as they are and put into words when they are shown. */
export type Parameters = Record<string, string>;

interface RuleBase {
  /** R01 … R42 of the domain's list. */
  id: string;
  kinds: readonly UploadKind[];
  /** A comment can override it. */
  overridable: boolean;
  /** Sentence with placeholders: {v} value, {c} column, {t} test, {u} unit, {a} and {b} as the rule says. */
  text: Bilingual;
  /** Puts stored parameters into words of the language. `column` is null for a problem of the table. */
  words(parameters: Parameters, column: CheckedColumn | null, language: Language): Record<string, string>;
}

/** Looks at each cell alone. Of several such rules the first in the list that hits a cell wins. */
export interface CellRule extends RuleBase {
  scope: 'cell';
  /**
   * SQL condition over `value`, `missing`, `readable`, `number`, `spelling` of a cell (see cellsSql);
   * null when the rule does not concern this column.
   */
  condition(column: CheckedColumn, table: CheckedTable): string | null;
  /** What the sentence names besides the cell's own value, the same for all cells of the column. */
  parameters(column: CheckedColumn, table: CheckedTable): Parameters;
  /** How the cell's own value goes into the sentence: as typed, as a number in the default unit, not at all. */
  names: 'value' | 'number' | null;
}

/** A problem of a column (its position) or of the table (null). */
export interface Finding {
  column: number | null;
  /** What must stay the same for a comment to stay valid. */
  value: string;
  parameters: Parameters;
}

/** Looks at the mapping of the whole table. */
export interface TableRule extends RuleBase {
  scope: 'table';
  find(table: CheckedTable): Finding[];
}

export type Rule = CellRule | TableRule;

/** Fills the placeholders of a rule's sentence; an empty word takes the space before it along. */
export function ruleSentence(
  rule: Rule,
  parameters: Parameters,
  column: CheckedColumn | null,
  language: Language,
): string {
  const words = rule.words(parameters, column, language);
  return rule.text[language].replace(/( ?)\{(\w)\}/g, (placeholder, space: string, name: string) => {
    const word = words[name];
    if (word === undefined) return placeholder;
    return word === '' ? '' : space + word;
  });
}
