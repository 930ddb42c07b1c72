import type { CellRule } from '../rule';
import { isRangeSql } from '../text-number-sql';

/** Range, limit or estimate where one number is expected: 15-16, < 5, ca. 120. */
export const r51: CellRule = {
  id: 'R51',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Write the value that was measured as one number. If it is not known, leave the cell empty.',
    de: 'Schreiben Sie den gemessenen Wert als eine Zahl. Ist er nicht bekannt, lassen Sie die Zelle leer.',
  },
  text: {
    en: '"{{v}}" is a range, a limit or an estimate, not one number.',
    de: '„{{v}}“ ist ein Bereich, eine Grenze oder eine Schätzung, keine einzelne Zahl.',
  },
  condition: (_column, { nonNumericText, readable }) =>
    nonNumericText === null
      ? null
      : `case when ${nonNumericText} is not null and not ${readable} then ${isRangeSql(nonNumericText)} end`,
  names: (_column, { value }) => ({ v: value }),
};
