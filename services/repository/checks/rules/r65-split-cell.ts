import type { Bilingual } from '@domain/language';

import { splitTargets } from '../../vocabulary';
import type { CellRule } from '../rule';
import { isDateSql } from '../text-number-sql';
import { parameterFormatter } from './rule-message';

const agesExample: Bilingual = { en: '‘6-7’ or ‘6;0-6;11’', de: '„6-7“ oder „6;0-6;11“' };
const meanExample: Bilingual = { en: '‘125.7 ± 19.3’', de: '„125,7 ± 19,3“' };

/** Cell of a column with two values in a cell that does not hold them. */
export const r65: CellRule = {
  id: 'R65',
  scope: 'cell',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the cell in your file, or choose another target for the column in the mapping.',
    de: 'Korrigieren Sie die Zelle in Ihrer Datei oder wählen Sie in der Zuordnung ein anderes Ziel für die Spalte.',
  },
  text: {
    en: '"{{v}}" cannot be read. Write it as in {{a}}.',
    de: '„{{v}}“ ist nicht lesbar. Schreiben Sie es wie {{a}}.',
  },
  condition: ({ part }, { nonNumericText, readable }) =>
    part && nonNumericText !== null
      ? `case when ${nonNumericText} is not null and not ${readable} then not ${isDateSql(nonNumericText)} end`
      : null,
  names: (_column, { value }) => ({ v: value }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    a: (column?.target.key === splitTargets.ages ? agesExample : meanExample)[language],
  }),
};
