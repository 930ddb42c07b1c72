import { isDayShapedSql } from '../date-sql';
import type { CellRule } from '../rule';
import { orderNames } from './r50-order-of-day-and-month';

/** Day that no month has in the order of the column: 31.02., month 13. */
export const r45: CellRule = {
  id: 'R45',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Correct the date in your file. If day and month are exchanged in the whole column, choose ‘Order of day and month’ in the mapping.',
    de: 'Korrigieren Sie das Datum in Ihrer Datei. Sind Tag und Monat in der ganzen Spalte vertauscht, wählen Sie in der Zuordnung die „Reihenfolge von Tag und Monat“.',
  },
  text: {
    en: 'The day "{{v}}" does not exist (read as {{a}}).',
    de: 'Den Tag „{{v}}“ gibt es nicht (gelesen als {{a}}).',
  },
  condition: (column, { dates, text }) =>
    dates ? `${text} is not null and ${dates.any} is null and ${isDayShapedSql(column)}` : null,
  parameters: ({ dates }) => ({ a: dates?.order ?? 'day-first' }),
  names: (_column, { value }) => ({ v: value }),
  formatParameters: ({ v = '', a }, _column, language) => ({ v, a: orderNames(a)[language] }),
};
