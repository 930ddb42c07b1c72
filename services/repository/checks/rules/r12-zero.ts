import type { CellRule } from '../rule';

/** 0 for a test in which nobody can reach 0: it stands for a missing value. */
export const r12: CellRule = {
  id: 'R12',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  text: {
    en: '{t}: 0 is not a possible result. Leave the cell empty if the value is missing.',
    de: '{t}: 0 ist kein mögliches Ergebnis. Fehlende Werte bitte leer lassen.',
  },
  names: null,
  // A speed of 0 has no time: it cannot be converted and is NULL.
  condition: ({ target }) =>
    target.zeroImpossible ? 'not missing and readable and coalesce(number, 0) = 0' : null,
  parameters: () => ({}),
  words: (_parameters, column, language) => ({ t: column?.target.label[language] ?? '' }),
};
