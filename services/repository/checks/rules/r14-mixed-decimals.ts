import type { ColumnRule } from '../rule';
import { isOtherDecimalSql } from '../text-number-sql';

/** Some numbers have a different decimal sign than the rest of the column. They are read correctly. */
export const r14: ColumnRule = {
  id: 'R14',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{c}}: decimal comma and decimal point are mixed.',
    de: '{{c}}: Dezimalkomma und Dezimalpunkt sind gemischt.',
  },
  measures: ({ target }, { nonNumericText, value }) =>
    target.type === 'number' && nonNumericText !== null
      ? { others: `count_if(${nonNumericText} = ${value} and ${isOtherDecimalSql(nonNumericText)})` }
      : null,
  find: (_column, { others }) => (others ? {} : null),
};
