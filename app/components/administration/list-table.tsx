import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { CardCell, cardRoles, ScrollTable } from '~/components/scroll-area';

interface ListTableProps {
  /** Accessible name of the table. */
  label: string;
  heads: readonly string[];
  /** Sentence instead of a table without rows. */
  none: string;
  /** The first cell is the head of its row. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

/** A list of the administration, whose rows become cards in narrow windows. */
export function ListTable({ label, heads, none, rows }: ListTableProps) {
  const { t } = useTranslation('administration');
  if (rows.length === 0) return <p>{none}</p>;
  return (
    <ScrollTable label={label} heads={heads} isCards>
      <tbody {...cardRoles.group}>
        {rows.map(({ id, cells: [head, ...cells] }) => (
          <tr key={id} {...cardRoles.row}>
            <th scope="row" {...cardRoles.rowHead}>
              {head}
            </th>
            {cells.map((cell, index) => (
              <CardCell key={index} label={heads[index + 1] ?? ''} empty={t('none')}>
                {cell === '' ? null : (cell ?? null)}
              </CardCell>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
