import type { CellRule } from '../rule';
import { limitNames, limitParameters, outside } from './limits';
import { parameterFormatter } from './rule-message';

/** Value outside the hard bounds. */
export const r02: CellRule = {
  id: 'R02',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Correct the value in your file, choose another unit in the mapping, or add the value there under ‘Codes for missing values’.',
    de: 'Korrigieren Sie den Wert in Ihrer Datei, wählen Sie in der Zuordnung eine andere Einheit oder geben Sie den Wert dort unter „Codes für fehlende Werte“ an.',
  },
  text: {
    en: '{{t}}: {{v}} {{u}} is impossible (allowed {{a}} to {{b}}).',
    de: '{{t}}: {{v}}\u00a0{{u}} ist unmöglich (erlaubt {{a}} bis {{b}}).',
  },
  condition: (column, cell, table) => outside('hard', column, cell, table),
  parameters: (column, table) => limitParameters('hard', column, table),
  names: (column, cell, table) => limitNames('hard', column, cell, table),
  formatParameters: parameterFormatter('vab'),
};
