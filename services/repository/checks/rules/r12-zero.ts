import { isNamedByTest, namedTest } from '../long-format';
import { rangeOf } from '../number-range';
import type { CellRule } from '../rule';
import { testNames } from './limits';

/** 0 in a test in which nobody can reach 0, so it must be a missing value. */
export const r12: CellRule = {
  id: 'R12',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the value in your file, or leave the cell empty if the value is missing.',
    de: 'Korrigieren Sie den Wert in Ihrer Datei oder lassen Sie die Zelle leer, wenn er fehlt.',
  },
  text: {
    en: '{{t}}: 0 is not a possible result. Leave the cell empty if the value is missing.',
    de: '{{t}}: 0 ist kein mögliches Ergebnis. Lassen Sie die Zelle leer, wenn der Wert fehlt.',
  },
  condition: (column, { missing, readable, number }, table) => {
    // A speed of 0 has no time, so its conversion is NULL.
    const isZero = `not ${missing} and ${readable} and coalesce(${number}, 0) = 0`;
    const { statistic, zeroImpossible } = column.target;
    const isNamed = isNamedByTest(column, table) && statistic?.scale !== 'spread';
    if (isNamed) return `${namedTest.zeroImpossible} and n${column.position} = 0`;
    const range = rangeOf(column, table);
    const hasNone = range !== null && (range.min > 0 || range.max < 0);
    return zeroImpossible && !hasNone ? isZero : null;
  },
  names: (column, _cell, table) => testNames(column, table),
};
