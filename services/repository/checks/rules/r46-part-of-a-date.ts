import { isYearAloneSql } from '../date-sql';
import type { CellRule } from '../rule';

/** Year alone, or month without a day where the day is needed. */
export const r46: CellRule = {
  id: 'R46',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Write the whole date in your file. If you only know months of birth or years of the tests, map the column to ‘Month of birth’ or ‘Test year’.',
    de: 'Schreiben Sie das ganze Datum in Ihre Datei. Kennen Sie nur Geburtsmonate oder Testjahre, ordnen Sie die Spalte „Geburtsmonat“ oder „Testjahr“ zu.',
  },
  text: { en: '"{{v}}" is only part of a date.', de: '„{{v}}“ ist nur ein Teil eines Datums.' },
  condition: (column, { dates, text }) => {
    if (!dates) return null;
    const isYear = isYearAloneSql(column);
    const part = column.target.type === 'month' ? isYear : `(${isYear} or ${dates.month} is not null)`;
    return `${text} is not null and ${dates.any} is null and ${part}`;
  },
  names: (_column, { value }) => ({ v: value }),
};
