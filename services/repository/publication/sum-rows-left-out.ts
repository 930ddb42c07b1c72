import type { Quality } from '@domain/api/quality';
import { countMoreBlankRows, countRowsLeftOut, type RowReason, rowsLeftOut } from '@domain/data-rows';

import type { TableProgress } from '../store/upload-progress';

type LeftOut = Quality['rowsLeftOut'];
type SourceTable = Pick<TableProgress, 'rowCount' | 'recognised' | 'choices'>;

/**
 * Rows of the contributor's tables that are no data, by reason, most rows first. What a row contains is never told; the
 * contributor's own reasons only `withTexts`.
 */
export function sumRowsLeftOut(tables: readonly SourceTable[], withTexts: boolean): LeftOut {
  const sums = new Map<string, LeftOut['reasons'][number]>();
  const add = (reason: RowReason, rows: number, text = '') => {
    if (rows === 0) return;
    const key = `${reason} ${text}`;
    sums.set(key, { reason, text, rows: rows + (sums.get(key)?.rows ?? 0) });
  };
  for (const table of tables) {
    for (const { from, to, reason, text } of rowsLeftOut(table)) {
      add(reason, to - from + 1, reason === 'user' && withTexts ? text : '');
    }
    add('blank', countMoreBlankRows(table));
    add(
      'unknown-test',
      (table.choices.tests ?? []).reduce((sum, { rows }) => sum + rows, 0),
    );
  }
  return {
    rows: tables.reduce((sum, table) => sum + countRowsLeftOut(table), 0),
    reasons: [...sums.values()].toSorted((a, b) => b.rows - a.rows),
  };
}
