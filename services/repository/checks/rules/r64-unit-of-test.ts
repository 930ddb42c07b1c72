import { sqlText } from '../../context/table-engine';
import { namedTarget, namedTest, namedUnitsOf, needsNamedTest } from '../long-format';
import type { CellRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Unit in which the test of the row is not measured, or that is unknown, in long format. */
export const r64: CellRule = {
  id: 'R64',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the unit in your file, or leave the cell empty if the unit is that of the test.',
    de: 'Korrigieren Sie die Einheit in Ihrer Datei oder lassen Sie die Zelle leer, wenn es die Einheit des Tests ist.',
  },
  text: {
    en: '{{t}}: "{{v}}" is not a unit of this test. Allowed: {{a}}.',
    de: '{{t}}: „{{v}}“ ist keine Einheit dieses Tests. Erlaubt: {{a}}.',
  },
  condition: (column, { missing }, table) =>
    column.target.key === 'test_unit' && needsNamedTest(column, table)
      ? `not ${missing} and ${namedTest.key} is not null and ${namedTest.factor} is null`
      : null,
  names: (_column, { value }, { kind }) => ({ v: value, t: namedTest.key, k: sqlText(kind) }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    a: namedUnitsOf(namedTarget(parameters.t ?? ''), parameters.k === 'agg' ? 'agg' : 'raw')
      .map(({ text }) => text[language])
      .join(', '),
  }),
};
