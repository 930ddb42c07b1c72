import type { ColumnRule } from '../rule';
import { isOtherDecimalSql } from '../text-number-sql';

/** Some numbers have the decimal sign that the rest of the column does not use; they are read by it. */
export const r14: ColumnRule = {
  id: 'R14',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{c}: decimal comma and decimal point are mixed.',
    de: '{c}: Dezimalkomma und Dezimalpunkt sind gemischt.',
  },
  measures: ({ target }, { odd }) =>
    target.type === 'number' ? { others: `count_if(${isOtherDecimalSql(odd)})` } : null,
  find: (_column, { others }) => (others ? {} : null),
};
