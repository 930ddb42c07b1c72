import { isNamedByTest, namedTest } from '../long-format';
import type { CellRule } from '../rule';
import { numberNames } from './limits';
import { parameterFormatter } from './rule-message';

/** Value that is not a multiple of the target's step: whole numbers, or halves for a mean of two. */
export const r04: CellRule = {
  id: 'R04',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{t}}: {{v}} falls between two possible results.',
    de: '{{t}}: {{v}} liegt zwischen zwei möglichen Ergebnissen.',
  },
  condition: (column, { number }, table) => {
    const isNamed = isNamedByTest(column, table) && column.target.statistic === null;
    const step = isNamed ? namedTest.step : column.target.step;
    return step === null ? null : `abs(${number} / ${step} - round(${number} / ${step})) > 1e-6`;
  },
  names: numberNames,
  formatParameters: parameterFormatter('v'),
};
