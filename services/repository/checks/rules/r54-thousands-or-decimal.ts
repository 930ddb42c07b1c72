import type { CellRule } from '../rule';
import { usualSql } from '../long-format';
import { convertSql, groupedSql, isGroupedSql } from '../text-number-sql';
import { parameterFormatter } from './rule-message';

/** Number such as 1.087 where the rest of the column has decimal commas or none: 1087 or 1.087. */
export const r54: CellRule = {
  id: 'R54',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" was read as {{a}}. It could also mean {{b}}.',
    de: '„{{v}}“ wurde als {{a}} gelesen. Es könnte auch {{b}} bedeuten.',
  },
  condition: (_column, { nonNumericText }) => (nonNumericText === null ? null : isGroupedSql(nonNumericText)),
  names: (column, { value, nonNumericText }, table) => {
    const { taken, other } = groupedSql(nonNumericText ?? value, usualSql(column, table));
    const [a, b] = [taken, other].map((number) => convertSql(number, column.unit));
    return { v: value, a: a ?? taken, b: b ?? other };
  },
  formatParameters: parameterFormatter('ab'),
};
