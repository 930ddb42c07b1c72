import { firstYear, lastYearSql } from '../date-sql';
import type { CellRule } from '../rule';

/** Date with an impossible year. 0023 is not corrected, and 2099 is a typing error. */
export const r43: CellRule = {
  id: 'R43',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: { en: 'Correct the date in your file.', de: 'Korrigieren Sie das Datum in Ihrer Datei.' },
  text: {
    en: 'The year of "{{v}}" is not between {{a}} and {{b}}.',
    de: 'Das Jahr von „{{v}}“ liegt nicht zwischen {{a}} und {{b}}.',
  },
  condition: (_column, { dates }) => {
    if (!dates) return null;
    return `year(coalesce(${dates.any}, ${dates.month})) not between ${firstYear} and ${lastYearSql}`;
  },
  parameters: () => ({ a: String(firstYear) }),
  names: (_column, { value }) => ({ v: value, b: 'cast(year(current_date) as varchar)' }),
};
