import { isNamedByTest, namedTest } from '../long-format';
import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/** Own estimate: results of people differ by more than this share of their mean (EMOTIKON: 0.09 to 0.19). */
const smallestShare = 0.02;
/** Own estimate: results of fewer people may be alike by chance. */
const minCases = 5;

/**
 * Standard deviation so small that it may be a standard error. Not for scales that go below 0. Shown at the standard
 * deviation.
 */
export const r68: RowRule = {
  id: 'R68',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '{{t}}: standard deviation {{v}} is unusually small for the mean {{a}}. Is it the standard error?',
    de: '{{t}}: Standardabweichung {{v}} ist ungewöhnlich klein für den Mittelwert {{a}}. Ist es der Standardfehler?',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const [deviation, mean, cases] = ['sd', 'mean', 'n'].map((id) => statistics.get(id));
      if (!deviation || !mean || !cases) return [];
      const [v, a, n] = [deviation, mean, cases].map((column) => cellOf(column).number) as [string, string, string];
      const isNamed = isNamedByTest(mean, table);
      // The body varies less: height by 4 to 5 percent of its mean.
      if (!isNamed && (!mean.target.isResult || (mean.target.hard?.min ?? 0) < 0)) return [];
      const counted = isNamed ? `${namedTest.hard.min} >= 0 and ` : '';
      const condition = `${counted}${n} >= ${minCases} and ${v} > 0 and ${v} < ${smallestShare} * ${a}`;
      return [{ column: deviation, others: [mean, cases], condition, names: { v, a, ...testNames(deviation, table) } }];
    }),
  formatParameters: statisticFormatter('va'),
};
