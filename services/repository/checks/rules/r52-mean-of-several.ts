import type { CellRule } from '../rule';
import { isMeanAndDeviationSql } from '../text-number-sql';

/** Mean with its standard deviation in data of single people. */
export const r52: CellRule = {
  id: 'R52',
  scope: 'cell',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Write the value of this person. If your file holds groups instead of people, upload it as aggregated data. If the row is a summary, leave it out.',
    de: 'Schreiben Sie den Wert dieser Person. Enthält Ihre Datei Gruppen statt Personen, laden Sie sie als aggregierte Daten hoch. Fasst die Zeile andere zusammen, lassen Sie sie weg.',
  },
  text: {
    en: '"{{v}}" is a mean with its standard deviation, not the value of one person.',
    de: '„{{v}}“ ist ein Mittelwert mit Standardabweichung, nicht der Wert einer Person.',
  },
  condition: (_column, { nonNumericText, readable }) =>
    nonNumericText === null
      ? null
      : `case when ${nonNumericText} is not null and not ${readable} then ${isMeanAndDeviationSql(nonNumericText)} end`,
  names: (_column, { value }) => ({ v: value }),
};
