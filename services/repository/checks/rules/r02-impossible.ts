import type { CellRule } from '../rule';
import { boundsParameters, boundsWords, outside } from './bounds';

/** Value outside the hard bounds. */
export const r02: CellRule = {
  id: 'R02',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  text: {
    en: '{t}: {v} {u} is impossible (allowed {a} to {b}).',
    de: '{t}: {v} {u} ist unmöglich (erlaubt {a} bis {b}).',
  },
  names: 'number',
  condition: ({ target }, { year }) => outside(target.hard, year),
  parameters: ({ target }, { year }) => boundsParameters(target.hard, year),
  words: boundsWords,
};
