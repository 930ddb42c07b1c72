import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/** Tolerance for rounding of standard deviation and range. */
const tolerance = 0.05;
/** Used if n is not mapped: the smallest n with a standard deviation, for which the limit is largest. */
const minCases = 2;

/**
 * Standard deviation that is too large for the range: more than half of it times the root of n/(n - 1) (Popoviciu's
 * inequality for samples). Shown at the standard deviation.
 */
export const r35: RowRule = {
  id: 'R35',
  scope: 'row',
  kinds: ['agg'],
  overridable: false,
  remedy: {
    en: 'Correct the values in your file, or choose another target: a standard error has its own.',
    de: 'Korrigieren Sie die Werte in Ihrer Datei oder wählen Sie ein anderes Ziel: Der Standardfehler hat ein eigenes.',
  },
  text: {
    en: '{{t}}: standard deviation {{v}} is too large for the range {{a}} to {{b}}.',
    de: '{{t}}: Standardabweichung {{v}} ist zu groß für den Bereich {{a}} bis {{b}}.',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const [deviation, low, high] = ['sd', 'min', 'max'].map((id) => statistics.get(id));
      if (!deviation || !low || !high) return [];
      const cases = statistics.get('n');
      const [v, a, b] = [deviation, low, high].map((column) => cellOf(column).number) as [string, string, string];
      const n = cases ? cellOf(cases).number : String(minCases);
      const largest = `(${b} - ${a}) / 2 * sqrt(${n} / (${n} - 1))`;
      const condition = `case when ${n} > 1 then ${v} > ${largest} + ${tolerance} end`;
      const others = [low, high, ...(cases ? [cases] : [])];
      return [{ column: deviation, others, condition, names: { v, a, b, ...testNames(deviation, table) } }];
    }),
  formatParameters: statisticFormatter('vab'),
};
