import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

const inOrder = [
  ['min', 'mean'],
  ['min', 'median'],
  ['min', 'max'],
  ['mean', 'max'],
  ['median', 'max'],
] as const;

/**
 * Minimum, mean or median, and maximum out of order. Shown at the mean, otherwise the median, otherwise the minimum.
 */
export const r33: RowRule = {
  id: 'R33',
  scope: 'row',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the values in your file, or the targets of their columns in the mapping.',
    de: 'Korrigieren Sie die Werte in Ihrer Datei oder die Ziele ihrer Spalten in der Zuordnung.',
  },
  text: {
    en: '{{t}}: minimum, mean and maximum do not fit together.',
    de: '{{t}}: Minimum, Mittelwert und Maximum passen nicht zusammen.',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const pairs = inOrder.flatMap(([low, high]) => {
        const [lower, higher] = [statistics.get(low), statistics.get(high)];
        return lower && higher ? [`${cellOf(lower).number} > ${cellOf(higher).number}`] : [];
      });
      const present = ['mean', 'median', 'min', 'max'].flatMap((id) => statistics.get(id) ?? []);
      const [column, ...others] = present;
      if (!column || pairs.length === 0) return [];
      return [{ column, others, condition: pairs.join(' or '), names: testNames(column, table) }];
    }),
  formatParameters: statisticFormatter(),
};
