import { isNamedByTest, namedTest } from '../long-format';
import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/** Own estimate: largest standard deviation as a share of the mean (EMOTIKON: 0.09 to 0.19). */
const largestShare = 0.6;

/**
 * Standard deviation that is large for the mean. Not for scales that go below 0, such as stand and reach. Shown at the
 * standard deviation.
 */
export const r66: RowRule = {
  id: 'R66',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '{{t}}: standard deviation {{v}} is unusually large for the mean {{a}}.',
    de: '{{t}}: Standardabweichung {{v}} ist ungewöhnlich groß für den Mittelwert {{a}}.',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const [deviation, mean] = ['sd', 'mean'].map((id) => statistics.get(id));
      if (!deviation || !mean) return [];
      const [v, a] = [cellOf(deviation).number, cellOf(mean).number];
      const isNamed = isNamedByTest(mean, table);
      if (!isNamed && (mean.target.hard?.min ?? 0) < 0) return [];
      const counted = isNamed ? `${namedTest.hard.min} >= 0 and ` : '';
      const condition = `${counted}${v} > ${largestShare} * ${a}`;
      return [{ column: deviation, others: [mean], condition, names: { v, a, ...testNames(deviation, table) } }];
    }),
  formatParameters: statisticFormatter('va'),
};
