import type { CellRule } from '../rule';

/** Text in a number column. */
export const r01: CellRule = {
  id: 'R01',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  text: { en: '"{v}" is not a number.', de: '„{v}“ ist keine Zahl.' },
  names: 'value',
  condition: ({ target }) =>
    target.type === 'number' || target.type === 'year' ? 'not missing and not readable' : null,
  parameters: () => ({}),
  words: ({ v = '' }) => ({ v }),
};
