import type { ReactNode } from 'react';

import { CardCell, cardRoles, ScrollTable } from '~/components/scroll-area';

interface ListTableProps {
  /** Accessible name of the table. */
  label: string;
  heads: readonly string[];
  /** Words for screen readers for a cell without a value. */
  empty: string;
  /** The first cell is the head of its row. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

/** A list of the administration, whose rows become cards in narrow windows. */
export function ListTable({ label, heads, empty, rows }: ListTableProps) {
  return (
    <ScrollTable label={label} heads={heads} isCards>
      <tbody {...cardRoles.group}>
        {rows.map(({ id, cells: [head, ...cells] }) => (
          <tr key={id} {...cardRoles.row}>
            <th scope="row" {...cardRoles.rowHead}>
              {head}
            </th>
            {cells.map((cell, index) => (
              <CardCell key={index} label={heads[index + 1] ?? ''} empty={empty}>
                {cell === '' ? null : (cell ?? null)}
              </CardCell>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
