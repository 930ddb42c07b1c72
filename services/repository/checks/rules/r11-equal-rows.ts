import type { RowsRule } from '../rule';

/**
 * Two identical rows, including unmapped columns; empty rows are ignored. Texts are compared by their 64-bit hash, as
 * in `repeated-rows.ts`. Shown at the first mapped column.
 */
export const r11: RowsRule = {
  id: 'R11',
  scope: 'rows',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: { en: 'Identical to row {{r}}.', de: 'Identisch mit Zeile {{r}}.' },
  find: (look) => {
    const [first] = look.table.columns.toSorted((a, b) => a.position - b.position);
    if (!first) return [];
    const positions = look.table.headers.map((_, position) => position);
    const rows = look.cells([first]);
    const texts = positions.map((i) => `c${i}`).join(', ');
    // Numbers are faster to read than texts, and equal texts have equal numbers, so this leaves few rows to compare.
    const roughly = positions.map((i) => (look.table.plainNumbers.has(i) ? `n${i}` : `c${i}`)).join(', ');
    const sql = `with alike as materialized (
        select "row", ${look.cellOf(first).value} as value, hash(${texts}) as row_key from ${rows}
        where hash(${roughly}) in (
            select hash(${roughly}) as rough_key from ${rows} group by rough_key having count(*) > 1)
          and coalesce(${texts}) is not null),
      repeated as (select row_key, min("row") as first_row from alike group by row_key having count(*) > 1)
      select "row", value, first_row as r from alike join repeated using (row_key) where "row" > first_row`;
    return [{ column: first, sql }];
  },
};
