import { isReadAsDateSql } from '../date-sql';
import type { CellRule } from '../rule';

/** Text in a date column that cannot be read as a date. Its cell would be published empty. */
export const r44: CellRule = {
  id: 'R44',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Write the date in your file as 2019-05-04 or 04.05.2019. If the text stands for a missing date, leave the cell empty or name it in the mapping as a code for missing values.',
    de: 'Schreiben Sie das Datum in Ihrer Datei als 2019-05-04 oder 04.05.2019. Steht der Text für ein fehlendes Datum, lassen Sie die Zelle leer oder nennen Sie ihn in der Zuordnung als Code für fehlende Werte.',
  },
  text: { en: '"{v}" is not a date.', de: '„{v}“ ist kein Datum.' },
  condition: ({ target }, { text }) => {
    if (target.type !== 'date' && target.type !== 'month') return null;
    // For births a month is enough; tests need the day.
    const withMonths = target.key !== 'test_date';
    return `case when ${text} is not null then not ${isReadAsDateSql(text, withMonths)} end`;
  },
  names: (_column, { value }) => ({ v: value }),
};
