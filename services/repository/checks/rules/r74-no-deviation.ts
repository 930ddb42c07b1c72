import type { CheckedColumn, CheckedTable } from '../checked-table';
import type { RowRule } from '../rule';

/** Cell of a column with mean and standard deviation that holds only one number. A group of one person has no deviation. */
export const r74: RowRule = {
  id: 'R74',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '"{{v}}" was read as a mean without a standard deviation.',
    de: '„{{v}}“ wurde als Mittelwert ohne Standardabweichung gelesen.',
  },
  find: (table, cellOf) =>
    table.columns.flatMap((mean) => {
      const deviation = mean.target.statistic?.id === 'mean' ? otherPart(mean, table) : null;
      if (!deviation) return [];
      const { number, value } = cellOf(mean);
      const condition = `${number} is not null and ${cellOf(deviation).value} = ''`;
      return [{ column: mean, others: [deviation], condition, names: { v: value } }];
    }),
};

function otherPart({ position, part }: CheckedColumn, { columns }: CheckedTable): CheckedColumn | null {
  if (!part) return null;
  return columns.find((other) => other.part?.of === part.of && other.position !== position) ?? null;
}
