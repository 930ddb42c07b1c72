import { firstYear, isOutsideYearsSql, lastYearSql } from '../date-sql';
import type { CellRule } from '../rule';

/** Date with an impossible year. 0023 and 23 are not corrected, and 2099 is a typing error. */
export const r43: CellRule = {
  id: 'R43',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Correct the date in your file; write the year with four digits.',
    de: 'Korrigieren Sie das Datum in Ihrer Datei; schreiben Sie das Jahr mit vier Ziffern.',
  },
  text: {
    en: 'The year of "{{v}}" is not between {{a}} and {{b}}.',
    de: 'Das Jahr von „{{v}}“ liegt nicht zwischen {{a}} und {{b}}.',
  },
  condition: ({ target }, { text }) =>
    target.type === 'date' || target.type === 'month' ? isOutsideYearsSql(text) : null,
  parameters: () => ({ a: String(firstYear) }),
  names: (_column, { value }) => ({ v: value, b: `cast(${lastYearSql} as varchar)` }),
};
