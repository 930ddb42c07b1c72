import type { CellRule } from '../rule';
import { numberNames } from './limits';
import { statisticFormatter } from './rule-message';

/** Standard deviation below 0. */
export const r31: CellRule = {
  id: 'R31',
  scope: 'cell',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the standard deviation in your file.',
    de: 'Korrigieren Sie die Standardabweichung in Ihrer Datei.',
  },
  text: {
    en: '{{t}}: the standard deviation {{v}} is negative.',
    de: '{{t}}: Die Standardabweichung {{v}} ist negativ.',
  },
  condition: ({ target }, { number }) =>
    target.statistic?.id === 'sd' || target.key === 'g_age_sd' ? `${number} < 0` : null,
  names: numberNames,
  formatParameters: statisticFormatter('v'),
};
