import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf, type Statistics } from './related-columns';
import { statisticFormatter } from './rule-message';

const percentiles = ['p3', 'p5', 'p10', 'p25', 'p50', 'p75', 'p90', 'p95', 'p97'];

/** Percentile that is larger than a higher one. Shown at the first percentile. */
export const r34: RowRule = {
  id: 'R34',
  scope: 'row',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the percentiles in your file, or the targets of their columns in the mapping.',
    de: 'Korrigieren Sie die Perzentile in Ihrer Datei oder die Ziele ihrer Spalten in der Zuordnung.',
  },
  text: { en: '{{t}}: the percentiles are not increasing.', de: '{{t}}: Die Perzentile steigen nicht an.' },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const columns = percentilesOf(statistics);
      const numbers = columns.map((column) => cellOf(column).number);
      const decreasing = numbers.flatMap((lower, index) =>
        numbers.slice(index + 1).map((higher) => `${lower} > ${higher}`),
      );
      const [column, ...others] = columns;
      if (!column || others.length === 0) return [];
      return [{ column, others, condition: decreasing.join(' or '), names: testNames(column, table) }];
    }),
  formatParameters: statisticFormatter(),
};

/** Without a 50th percentile, the median is used. */
function percentilesOf(statistics: Statistics) {
  return percentiles.flatMap((id) => statistics.get(id) ?? (id === 'p50' ? statistics.get('median') : undefined) ?? []);
}
