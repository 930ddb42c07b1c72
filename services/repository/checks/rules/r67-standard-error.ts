import type { RowRule } from '../rule';
import { testNames } from './limits';
import { measuresOf } from './related-columns';
import { statisticFormatter } from './rule-message';

/** Own estimate: tolerance for rounding, absolute and as a share. */
const tolerance = { absolute: 0.06, share: 0.1 };

/** Standard error that is not the standard deviation by the root of n. Shown at the standard error. */
export const r67: RowRule = {
  id: 'R67',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '{{t}}: standard error {{v}} does not fit the standard deviation and n = {{n}} (expected {{a}}).',
    de: '{{t}}: Standardfehler {{v}} passt nicht zu Standardabweichung und n = {{n}} (erwartet {{a}}).',
  },
  find: (table, cellOf) =>
    measuresOf(table).flatMap((statistics) => {
      const [error, deviation, cases] = ['se', 'sd', 'n'].map((id) => statistics.get(id));
      if (!error || !deviation || !cases) return [];
      const [v, sd, n] = [error, deviation, cases].map((column) => cellOf(column).number) as [string, string, string];
      const expected = `(${sd} / sqrt(${n}))`;
      const allowed = `greatest(${tolerance.absolute}, ${tolerance.share} * ${expected})`;
      const condition = `case when ${n} >= 1 then abs(${v} - ${expected}) > ${allowed} end`;
      const a = `round(${expected}, 3)`;
      const names = { v, n, a, ...testNames(error, table) };
      return [{ column: error, others: [deviation, cases], condition, names }];
    }),
  formatParameters: statisticFormatter('vna'),
};
