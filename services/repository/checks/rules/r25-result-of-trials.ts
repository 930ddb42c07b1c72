import { vocabulary } from '../../vocabulary';
import type { CheckedColumn } from '../checked-table';
import type { RowRule } from '../rule';
import { trialsOf, type Trials } from './related-columns';
import { parameterFormatter } from './rule-message';

/** Result that is not the best, the mean or the sum of the trials. Shown at the result. */
export const r25: RowRule = {
  id: 'R25',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{t}}: result {{v}} does not fit the trials (expected {{a}}).',
    de: '{{t}}: Ergebnis {{v}} passt nicht zu den Versuchen (erwartet {{a}}).',
  },
  find: (table, cellOf) =>
    trialsOf(table).flatMap((trials) => {
      const { result, columns } = trials;
      const expected = expectedSql(
        trials,
        columns.map((column) => cellOf(column).number),
      );
      if (!result || expected === null) return [];
      const { number } = cellOf(result);
      const condition = `abs(${number} - ${expected}) > ${toleranceOf(result)}`;
      return [{ column: result, others: columns, condition, names: { v: number, a: `round(${expected}, 3)` } }];
    }),
  formatParameters: parameterFormatter('va'),
};

function expectedSql({ test, columns }: Trials, numbers: string[]): string | null {
  const facts = vocabulary.tests.get(test);
  if (!facts) return null;
  if (facts.result === 'sum') return columns.length === facts.trials ? `(${numbers.join(' + ')})` : null;
  if (facts.result === 'mean') return numbers.length === 2 ? `(${numbers.join(' + ')}) / 2` : null;
  return `${facts.direction === 'less' ? 'least' : 'greatest'}(${numbers.join(', ')})`;
}

/** Half of the last usual decimal; counts are exact. */
function toleranceOf({ target }: CheckedColumn): number {
  return target.step === null ? 0.5 / 10 ** target.decimals + 1e-6 : 1e-6;
}
