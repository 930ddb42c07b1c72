import type { CellRule } from '../rule';
import { testNames } from './limits';
import { isDateSql, isTimeSql, unitTextSql } from '../text-number-sql';

/** Number followed by something that is no unit of its target: 85 %, 12 kg in a column of lengths. */
export const r53: CellRule = {
  id: 'R53',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Write only the number, in the unit of the column. Remarks belong in a column of their own.',
    de: 'Schreiben Sie nur die Zahl, in der Einheit der Spalte. Bemerkungen gehören in eine eigene Spalte.',
  },
  text: {
    en: '"{{v}}" cannot be read: "{{a}}" is not a unit of {{t}}.',
    de: '„{{v}}“ kann nicht gelesen werden: „{{a}}“ ist keine Einheit von {{t}}.',
  },
  condition: ({ target }, { nonNumericText, readable }) => {
    if (nonNumericText === null) return null;
    const known = [isDateSql(nonNumericText), ...(target.isTime ? [isTimeSql(nonNumericText)] : [])];
    const isUnit = `${unitTextSql(nonNumericText)} <> '' and not (${known.join(' or ')})`;
    return `case when ${nonNumericText} is not null and not ${readable} then ${isUnit} end`;
  },
  names: (column, { value, nonNumericText }, table) => ({
    v: value,
    a: unitTextSql(nonNumericText ?? value),
    ...testNames(column, table),
  }),
};
