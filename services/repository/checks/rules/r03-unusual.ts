import type { CellRule } from '../rule';
import { limitNames, limitParameters, outside } from './limits';
import { parameterFormatter } from './rule-message';

/** Value outside the warning bounds. */
export const r03: CellRule = {
  id: 'R03',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{t}}: {{v}} {{u}} is unusual (expected {{a}} to {{b}}).',
    de: '{{t}}: {{v}}\u00a0{{u}} ist ungewöhnlich (erwartet {{a}} bis {{b}}).',
  },
  condition: (column, cell, table) => outside('warn', column, cell, table),
  parameters: (column, table) => limitParameters('warn', column, table),
  names: (column, cell, table) => limitNames('warn', column, cell, table),
  formatParameters: parameterFormatter('vab'),
};
