import { isMeasured } from '../cell-sql';
import type { CellRule } from '../rule';
import { isDateSql, isTimeSql } from '../text-number-sql';

/** Text in a number column that no other rule explains better. */
export const r01: CellRule = {
  id: 'R01',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the value in your file. If it stands for a missing one, leave the cell empty or name it in the mapping as a code for missing values.',
    de: 'Korrigieren Sie den Wert in Ihrer Datei. Steht er für einen fehlenden, lassen Sie die Zelle leer oder nennen Sie ihn in der Zuordnung als Code für fehlende Werte.',
  },
  text: { en: '"{v}" is not a number.', de: '„{v}“ ist keine Zahl.' },
  condition: (column, { odd, readable }) => {
    if (!isMeasured(column)) return null;
    const known = [isDateSql(odd), ...(column.target.isTime ? [isTimeSql(odd)] : [])];
    return `case when ${odd} is not null and not ${readable} then not (${known.join(' or ')}) end`;
  },
  names: (_column, { value }) => ({ v: value }),
};
