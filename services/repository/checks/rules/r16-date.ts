import type { CellRule } from '../rule';
import { isDateSql } from '../text-number-sql';

/** Date in a number column: spreadsheets turn 3.7 or 1.5 into a date. */
export const r16: CellRule = {
  id: 'R16',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the value in your file and format its column as number or text.',
    de: 'Korrigieren Sie den Wert in Ihrer Datei und formatieren Sie seine Spalte als Zahl oder Text.',
  },
  text: {
    en: '"{{v}}" is a date; the spreadsheet may have changed a decimal number.',
    de: '„{{v}}“ ist ein Datum; die Tabellenkalkulation hat vielleicht eine Dezimalzahl umgewandelt.',
  },
  condition: (_column, { nonNumericText, readable }) =>
    nonNumericText === null
      ? null
      : `case when ${nonNumericText} is not null and not ${readable} then ${isDateSql(nonNumericText)} end`,
  names: (_column, { value }) => ({ v: value }),
};
