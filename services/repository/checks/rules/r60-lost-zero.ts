import { columnOf } from '../checked-table';
import { countrySql, restoredZeroSql } from '../postal-code-sql';
import type { RowRule } from '../rule';

/** German postal code without its leading zero, which spreadsheets drop. It is published with the zero. */
export const r60: RowRule = {
  id: 'R60',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '"{{v}}" has lost its leading zero; {{a}} is used.',
    de: '„{{v}}“ hat die führende Null verloren; {{a}} wird verwendet.',
  },
  find: (table, cellOf) => {
    const column = columnOf(table, 'postal_code');
    if (!column) return [];
    const country = columnOf(table, 'country');
    const { text } = cellOf(column);
    const restored = restoredZeroSql(text, countrySql(country, table.missing));
    return [
      {
        column,
        others: country ? [country] : [],
        condition: `${restored} is not null`,
        names: { v: text, a: restored },
      },
    ];
  },
};
