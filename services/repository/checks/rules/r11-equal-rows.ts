import type { RowsRule } from '../rule';
import { repeatedRowsSql } from './repeated-rows';
import { wordsOf } from './words';

/** Two rows wholly equal, in the columns that are not mapped too. Shown at the first mapped column. */
export const r11: RowsRule = {
  id: 'R11',
  scope: 'rows',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: 'Row equals row {r}.',
    de: 'Zeile ist gleich mit Zeile {r}.',
  },
  find: (look) => {
    const [first] = look.table.columns.toSorted((a, b) => a.position - b.position);
    if (!first) return [];
    const key = Array.from({ length: look.table.width }, (_, position) => `c${position}`);
    // Empty rows are no data.
    const except = `coalesce(${key.join(', ')}) is null`;
    const { value } = look.cellOf(first);
    return [{ column: first, sql: repeatedRowsSql(look, { key, except, columns: [first], value }) }];
  },
  words: wordsOf(),
};
