import type { CellRule } from '../rule';
import { partOfDateSql } from './r46-part-of-a-date';

/** Text in a date column that cannot be read as a date, and is neither R45 nor R46. Its cell would be published empty. */
export const r44: CellRule = {
  id: 'R44',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Write the date in your file as 2019-05-04 or 04.05.2019. If the date is missing, leave the cell empty, or add the text under ‘Codes for missing values’ in the mapping.',
    de: 'Schreiben Sie das Datum in Ihrer Datei als 2019-05-04 oder 04.05.2019. Steht der Text für „fehlend“, lassen Sie die Zelle leer oder geben Sie ihn in der Zuordnung unter „Codes für fehlende Werte“ an.',
  },
  text: { en: '"{{v}}" is not a date.', de: '„{{v}}“ ist kein Datum.' },
  condition: (column, cell) => {
    const { text, dates } = cell;
    const part = partOfDateSql(column, cell);
    if (!dates || !part) return null;
    const isRead = column.target.type === 'month' ? `coalesce(${dates.any}, ${dates.month})` : dates.any;
    return `${text} is not null and ${isRead} is null and not ${part}`;
  },
  names: (_column, { value }) => ({ v: value }),
};
