import type { Bilingual } from '@domain/language';

import { sqlText } from '../../context/table-engine';
import type { CellRule } from '../rule';
import { namedTarget } from '../long-format';
import { testNames } from './limits';
import { parameterFormatter } from './rule-message';
import { isDateSql, isTimeSql, unitTextSql } from '../text-number-sql';

/** Number followed by something that is no unit of its target: 85 %, 12 kg in a column of lengths. */
export const r53: CellRule = {
  id: 'R53',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Convert the value and write only the number, in the unit of the column. Remarks belong in a column of their own.',
    de: 'Rechnen Sie den Wert um und schreiben Sie nur die Zahl, in der Einheit der Spalte. Bemerkungen gehören in eine eigene Spalte.',
  },
  text: {
    en: '"{{v}}" cannot be read: "{{a}}" is not a unit of {{t}}. Allowed: {{b}}.',
    de: '„{{v}}“ kann nicht gelesen werden: „{{a}}“ ist keine Einheit von {{t}}. Erlaubt: {{b}}.',
  },
  condition: ({ target }, { nonNumericText, readable }) => {
    if (nonNumericText === null) return null;
    const known = [isDateSql(nonNumericText), ...(target.isTime ? [isTimeSql(nonNumericText)] : [])];
    const isUnit = `${unitSql(nonNumericText)} <> '' and not (${known.join(' or ')})`;
    return `case when ${nonNumericText} is not null and not ${readable} then ${isUnit} end`;
  },
  names: (column, { value, nonNumericText }, table) => ({
    v: value,
    a: unitSql(nonNumericText ?? value),
    ...testNames(column, table),
  }),
  formatParameters: (parameters, column, language) => {
    const target = parameters.t === undefined ? column?.target : namedTarget(parameters.t);
    const units = (target?.units ?? []).flatMap(({ unit, text }) => (unit === '' ? [] : [text[language]]));
    const b = units.length > 0 ? units.join(', ') : withoutUnit[language];
    return { ...parameterFormatter()(parameters, column, language), b };
  },
};

const withoutUnit: Bilingual = { en: 'a number without a unit', de: 'eine Zahl ohne Einheit' };

/** Feet, with or without inches: 4 ft 5 in, 4'5". */
const feet = sqlText(`\\d+\\s*(ft|feet|foot|fuß|['’′])\\.?\\s*\\d+([.,]\\d+)?\\s*(in|inch|inches|zoll|["”″]|'')?\\.?`);

function unitSql(text: string): string {
  return `case when regexp_full_match(lower(${text}), ${feet}) then 'ft' else ${unitTextSql(text)} end`;
}
