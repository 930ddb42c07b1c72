import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/**
 * Limits of the confidence interval out of order, or a mean outside of them. Shown at the first of
 * them that is mapped: lower limit, mean, upper limit.
 */
export const r69: RowRule = {
  id: 'R69',
  scope: 'row',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the values in your file, or the targets of their columns in the mapping.',
    de: 'Korrigieren Sie die Werte in Ihrer Datei oder die Ziele ihrer Spalten in der Zuordnung.',
  },
  text: {
    en: '{{t}}: mean and confidence limits are out of order.',
    de: '{{t}}: Mittelwert und Konfidenzgrenzen sind nicht in der richtigen Reihenfolge.',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const present = ['ci_low', 'mean', 'ci_high'].flatMap((id) => statistics.get(id) ?? []);
      const [column, ...others] = present;
      if (!column || (!statistics.has('ci_low') && !statistics.has('ci_high'))) return [];
      const numbers = present.map((one) => cellOf(one).number);
      const pairs = numbers.flatMap((low, index) => numbers.slice(index + 1).map((high) => `${low} > ${high}`));
      if (pairs.length === 0) return [];
      return [{ column, others, condition: pairs.join(' or '), names: testNames(column, table) }];
    }),
  formatParameters: statisticFormatter(),
};
