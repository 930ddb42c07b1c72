import type { CellRule } from '../rule';
import { boundsParameters, boundsWords, outside } from './bounds';

/** Value outside the warning bounds. */
export const r03: CellRule = {
  id: 'R03',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{t}: {v} {u} is unusual (expected {a} to {b}).',
    de: '{t}: {v} {u} ist ungewöhnlich (erwartet {a} bis {b}).',
  },
  names: 'number',
  condition: ({ target }, { year }) => outside(target.warn, year),
  parameters: ({ target }, { year }) => boundsParameters(target.warn, year),
  words: boundsWords,
};
