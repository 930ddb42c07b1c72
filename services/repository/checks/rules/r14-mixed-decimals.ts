import type { ColumnRule } from '../rule';
import { isOtherDecimalSql } from '../text-number-sql';

/** Own estimate: up to this share of the numbers, the cells are listed one by one. */
const fewShare = 0.05;

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
  measures: ({ target }, { nonNumericText, value, number }) =>
    target.type === 'number' && nonNumericText !== null
      ? { others: `count_if(${isOther(nonNumericText, value)})`, numbers: `count(${number})` }
      : null,
  find: (_column, { others }) => (others ? {} : null),
  cells: (_column, { others = 0, numbers = 0 }, { nonNumericText, value }) =>
    nonNumericText !== null && others <= Math.max(1, fewShare * numbers) ? isOther(nonNumericText, value) : null,
};

function isOther(text: string, value: string): string {
  return `${text} = ${value} and ${isOtherDecimalSql(text)}`;
}
