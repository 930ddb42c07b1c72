import type { CellRule } from '../rule';
import { unitNumberOf } from '../long-format';
import { testNames } from './limits';
import { parameterFormatter } from './rule-message';

/** Unit inside the cell; the number is read in that unit. */
export const r18: CellRule = {
  id: 'R18',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: { en: '"{{v}}" contains a unit; {{a}} was used.', de: '„{{v}}“ enthält eine Einheit; {{a}} wurde verwendet.' },
  condition: (column, { nonNumericText: text }, table) =>
    text === null ? null : `case when ${text} is not null then ${unitNumberOf(column, table, text)} is not null end`,
  names: (column, { value, number }, table) => ({ v: value, a: number, ...testNames(column, table) }),
  formatParameters: (parameters, column, language) => {
    const formatted = parameterFormatter('a')(parameters, column, language);
    return { ...formatted, a: `${formatted.a} ${formatted.u}`.trim() };
  },
};
