import type { ReactNode } from 'react';

import { ScrollTable } from '~/components/scroll-area';

interface NumberTableProps {
  /** What opens it. */
  show: ReactNode;
  caption: string;
  heads: readonly string[];
  /** Cells; the first one of each row is its head. */
  rows: readonly (readonly ReactNode[])[];
  /** A sentence below the table; '' = none. */
  after?: string;
}

/** Table that is shown on demand. */
export function NumberTable({ show, caption, heads, rows, after = '' }: NumberTableProps) {
  return (
    <details>
      <summary>{show}</summary>
      <ScrollTable label={caption} heads={heads}>
        <tbody>
          {rows.map(([head, ...cells], index) => (
            <tr key={index}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {after === '' ? null : <p className="hint">{after}</p>}
    </details>
  );
}
