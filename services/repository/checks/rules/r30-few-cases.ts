import type { CellRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimate: people in smaller groups could be recognised. */
const minCases = 5;

/** Number of cases so small that people may be identifiable. */
export const r30: CellRule = {
  id: 'R30',
  scope: 'cell',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: 'n = {{v}}: members of such small groups may be identifiable.',
    de: 'n = {{v}}: Mitglieder so kleiner Gruppen können erkennbar sein.',
  },
  condition: ({ target }, { number }) => (target.statistic?.scale === 'count' ? `${number} < ${minCases}` : null),
  names: (_column, { number }) => ({ v: number }),
  formatParameters: parameterFormatter('v'),
};
