import type { CellRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Number of cases that is not a whole number of 1 or more. */
export const r29: CellRule = {
  id: 'R29',
  scope: 'cell',
  kinds: ['agg'],
  overridable: false,
  remedy: { en: 'Correct the number of cases in your file.', de: 'Korrigieren Sie die Fallzahl in Ihrer Datei.' },
  text: { en: 'n = {{v}} must be a whole number of at least 1.', de: 'n = {{v}} muss eine ganze Zahl ab 1 sein.' },
  condition: ({ target }, { number }) =>
    target.statistic?.scale === 'count' ? `(${number} < 1 or ${number} <> trunc(${number}))` : null,
  names: (_column, { number }) => ({ v: number }),
  formatParameters: parameterFormatter('v'),
};
