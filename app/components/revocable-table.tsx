import type { ReactNode } from 'react';

import { ContributedText } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { Form } from '~/forms/form';
import { withQuery } from '~/paths';

/** Something that its owner has made for somebody or something else, such as a private link or an access token. */
export interface RevocableRow {
  number: number;
  /** What its owner called it. */
  label: string;
  /** What is said of it, one for each head between the first and the last. */
  cells: ReactNode[];
  isRevocable: boolean;
  /** Accessible name of its button. */
  revokeLabel: string;
}

interface RevocableTableProps {
  /** Address to which the buttons post, with the number as `revoke`. */
  page: string;
  /** Accessible name of the table. */
  label: string;
  /** Heads of label, cells and button. */
  heads: string[];
  revoke: string;
  rows: readonly RevocableRow[];
}

/** A list whose rows become cards in narrow windows, with a button to revoke each row that can be used. */
export function RevocableTable({ page, label, heads, revoke, rows }: RevocableTableProps) {
  return (
    <ScrollTable label={label} isCards heads={heads}>
      <tbody {...cardRoles.group}>
        {rows.map((row) => (
          <tr key={row.number} {...cardRoles.row}>
            <th scope="row" {...cardRoles.rowHead}>
              <ContributedText language="">{row.label}</ContributedText>
            </th>
            {row.cells.map((cell, index) => (
              <td key={index} data-label={heads[index + 1]} {...cardRoles.cell}>
                {cell}
              </td>
            ))}
            <td {...cardRoles.cell}>
              {row.isRevocable ? (
                <Form action={withQuery(page, { revoke: row.number })} reloadDocument>
                  <button type="submit" className="button-quiet" aria-label={row.revokeLabel}>
                    {revoke}
                  </button>
                </Form>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
