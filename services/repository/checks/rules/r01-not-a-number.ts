import type { CellRule } from '../rule';
import { isDateSql, isTimeSql } from '../text-number-sql';

/** Text in a number column that no other rule explains better. */
export const r01: CellRule = {
  id: 'R01',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the value in your file. If the value is missing, leave the cell empty, or add the text under ‘Codes for missing values’ in the mapping.',
    de: 'Korrigieren Sie den Wert in Ihrer Datei. Steht er für „fehlend“, lassen Sie die Zelle leer oder geben Sie ihn in der Zuordnung unter „Codes für fehlende Werte“ an.',
  },
  text: { en: '"{{v}}" is not a number.', de: '„{{v}}“ ist keine Zahl.' },
  condition: (column, { nonNumericText, readable }) => {
    if (nonNumericText === null) return null;
    const known = [isDateSql(nonNumericText), ...(column.target.isTime ? [isTimeSql(nonNumericText)] : [])];
    return `case when ${nonNumericText} is not null and not ${readable} then not (${known.join(' or ')}) end`;
  },
  names: (_column, { value }) => ({ v: value }),
};
