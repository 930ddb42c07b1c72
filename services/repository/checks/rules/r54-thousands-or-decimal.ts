import type { CellRule } from '../rule';
import { unitNumberOf, usualSql } from '../long-format';
import { convertSql, groupedSql, isGroupedSql, isGroupedWithUnitSql } from '../text-number-sql';
import { parameterFormatter } from './rule-message';

/** Number such as 1.087 with a unit, or where the rest of the column has decimal commas or none: 1087 or 1.087. */
export const r54: CellRule = {
  id: 'R54',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" was read as {{a}}. It could also mean {{b}}.',
    de: '„{{v}}“ wurde als {{a}} gelesen. Es könnte auch {{b}} bedeuten.',
  },
  condition: (_column, { nonNumericText, readable }) =>
    nonNumericText === null
      ? null
      : `(${isGroupedSql(nonNumericText)} or ${isGroupedWithUnitSql(nonNumericText)} and ${readable})`,
  names: (column, { value, nonNumericText }, table) => {
    const text = nonNumericText ?? value;
    const { taken, other } = groupedSql(text, usualSql(column, table));
    const read = (bare: string, reading: 'taken' | 'other') =>
      `case when ${isGroupedSql(text)} then ${convertSql(bare, column.unit)}
         else ${unitNumberOf(column, table, text, reading)} end`;
    return { v: value, a: read(taken, 'taken'), b: read(other, 'other') };
  },
  formatParameters: parameterFormatter('ab'),
};
