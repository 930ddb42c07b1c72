import type { CellRule } from '../rule';
import { unitNumberSql } from '../text-number-sql';
import { unitText, parameterFormatter } from './rule-message';

/** Unit inside the cell; the number is read in that unit. */
export const r18: CellRule = {
  id: 'R18',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: { en: '"{{v}}" contains a unit; {{a}} was used.', de: '„{{v}}“ enthält eine Einheit; {{a}} wurde verwendet.' },
  condition: (column, { nonNumericText }) =>
    nonNumericText === null
      ? null
      : `case when ${nonNumericText} is not null then ${unitNumberSql(nonNumericText, column)} is not null end`,
  names: (_column, { value, number }) => ({ v: value, a: number }),
  formatParameters: (parameters, column, language) => {
    const formatted = parameterFormatter('a')(parameters, column, language);
    const unit = column ? unitText(column.target, language) : '';
    return { ...formatted, a: `${formatted.a} ${unit}`.trim() };
  },
};
