import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/** Standard deviation of 0 for several people, or above 0 for one. Shown at the standard deviation. */
export const r32: RowRule = {
  id: 'R32',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '{{t}}: standard deviation {{v}} does not fit n = {{n}}.',
    de: '{{t}}: Standardabweichung {{v}} passt nicht zu n = {{n}}.',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const [deviation, cases] = ['sd', 'n'].map((id) => statistics.get(id));
      if (!deviation || !cases) return [];
      const [v, n] = [cellOf(deviation).number, cellOf(cases).number];
      const condition = `(${v} = 0 and ${n} > 1) or (${n} = 1 and ${v} > 0)`;
      return [{ column: deviation, others: [cases], condition, names: { v, n, ...testNames(deviation, table) } }];
    }),
  formatParameters: statisticFormatter('vn'),
};
