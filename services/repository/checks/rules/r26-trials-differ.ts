import { vocabulary } from '../../vocabulary';
import type { RowRule } from '../rule';
import { trialsOf, type Trials } from './related-columns';
import { parameterFormatter } from './rule-message';

/** Own estimate: maximum ratio of the largest to the smallest trial. */
const largestRatio = 1.5;

/** Trials of one person that differ by more than half. Shown at the first trial. */
export const r26: RowRule = {
  id: 'R26',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{t}}: trials differ strongly ({{a}} and {{b}}).',
    de: '{{t}}: Versuche unterscheiden sich stark ({{a}} und {{b}}).',
  },
  find: (table, cellOf) =>
    trialsOf(table)
      .filter(isRepetition)
      .flatMap(({ columns }) => {
        const numbers = columns.map((column) => cellOf(column).number).join(', ');
        const [a, b] = [`least(${numbers})`, `greatest(${numbers})`];
        const [column, ...others] = columns;
        const condition = `${a} > 0 and ${b} > ${a} * ${largestRatio}`;
        return column ? [{ column, others, condition, names: { a, b } }] : [];
      }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter('ab')(parameters, column, language),
    t: (column?.target.test && vocabulary.tests.get(column.target.test)?.long[language]) ?? '',
  }),
};

/** The trials of a sum are different tasks, and a scale that includes negative values has no ratios. */
function isRepetition({ test, columns: [first] }: Trials): boolean {
  return vocabulary.tests.get(test)?.result !== 'sum' && (first?.target.warn?.min ?? -1) >= 0;
}
