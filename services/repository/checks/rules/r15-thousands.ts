import type { CellRule } from '../rule';
import { isThousandsSql, thousandsSql } from '../text-number-sql';
import { parameterFormatter } from './rule-message';

/** Number with thousands separators, such as 1.234,5. */
export const r15: CellRule = {
  id: 'R15',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" was read as {{a}} (thousands separator).',
    de: '„{{v}}“ wurde als {{a}} gelesen (Tausendertrennzeichen).',
  },
  condition: (_column, { nonNumericText }) => (nonNumericText === null ? null : isThousandsSql(nonNumericText)),
  names: (_column, { value, nonNumericText }) => ({ v: value, a: thousandsSql(nonNumericText ?? value) }),
  formatParameters: parameterFormatter('a'),
};
