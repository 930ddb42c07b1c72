import type { ReactNode } from 'react';

interface ScrollAreaProps {
  /** Accessible name of the region. */
  label: string;
  /** Height of lists (section 9 of the spec, except for the preview); by default as high as its content. */
  height?: 'results' | 'uploads' | 'preview' | 'rows-left-out' | 'problems' | 'problem-groups' | 'metadata';
  children: ReactNode;
}

/** Scrolling area that can be reached and scrolled with the keyboard. */
export function ScrollArea({ label, height, children }: ScrollAreaProps) {
  return (
    // A scrolling region must be focusable, because its content could not be reached without a mouse.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={height ? `scroll-area scroll-${height}` : 'scroll-area'}
    >
      {children}
    </div>
  );
}

/**
 * Roles of a table whose rows become cards in narrow windows, named explicitly because some browsers drop the roles of tables
 * that are displayed as blocks.
 */
export const cardRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Header row of a table. */
export function ColumnHeads({ names, isCards = false }: { names: readonly string[]; isCards?: boolean }) {
  return (
    <thead {...(isCards && cardRoles.group)}>
      <tr {...(isCards && cardRoles.row)}>
        {names.map((name) => (
          <th scope="col" key={name} {...(isCards && cardRoles.head)}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ScrollTableProps extends Pick<ScrollAreaProps, 'label' | 'height'> {
  heads: readonly string[];
  className?: string;
  /** The label is hidden if a heading above says the same. */
  isLabelShown?: boolean;
  /** Rows become cards in narrow windows. The bodies name their roles (`cardRoles`), too. */
  isCards?: boolean;
  /** Bodies of the table. */
  children: ReactNode;
}

/** Table in a scrolling area, with its label as caption. */
export function ScrollTable({ label, height, heads, className, isLabelShown, isCards, children }: ScrollTableProps) {
  return (
    <ScrollArea label={label} height={height}>
      <table className={className} {...(isCards && cardRoles.table)}>
        <caption className={isLabelShown ? undefined : 'visually-hidden'}>{label}</caption>
        <ColumnHeads names={heads} isCards={isCards} />
        {children}
      </table>
    </ScrollArea>
  );
}
