import type { Bilingual } from '@domain/language';

import type { ColumnRule } from '../rule';

/** How a column is read in words: 'day, month, year'. */
export function orderNames(order: string | undefined): Bilingual {
  return order === 'month-first'
    ? { en: 'month, day, year', de: 'Monat, Tag, Jahr' }
    : { en: 'day, month, year', de: 'Tag, Monat, Jahr' };
}

/** Dates that could be read both ways, such as 4/5/2023, where nothing else in the file tells their order. */
export const r50: ColumnRule = {
  id: 'R50',
  scope: 'column',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Day and month cannot be told apart in this column; read as {{a}}. If that is wrong, choose ‘Order of day and month’ in the mapping.',
    de: 'Tag und Monat sind in dieser Spalte nicht zu unterscheiden; gelesen als {{a}}. Ist das falsch, wählen Sie in der Zuordnung die „Reihenfolge von Tag und Monat“.',
  },
  measures: ({ dates }, cell) => (cell.dates && dates?.by === 'nothing' ? {} : null),
  find: ({ dates }) => ({ a: dates?.order ?? 'day-first' }),
  formatParameters: ({ a }, _column, language) => ({ a: orderNames(a)[language] }),
};
