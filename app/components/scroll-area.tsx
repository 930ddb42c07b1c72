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
 * Roles of a table whose rows become cards in narrow windows, named explicitly because some browsers drop the roles of
 * tables that are displayed as blocks.
 */
export const cardRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

interface CardCellProps {
  /** Name of its column, which stands before the value on cards. */
  label: string;
  /** Words for screen readers if there is no value. */
  empty: string;
  /** The value; null if there is none. */
  children: ReactNode;
}

/** Cell of a table whose rows become cards. Without a value it is left out of the card. */
export function CardCell({ label, empty, children }: CardCellProps) {
  if (children === null) {
    return (
      <td {...cardRoles.cell}>
        <span className="visually-hidden">{empty}</span>
      </td>
    );
  }
  return (
    <td data-label={label} {...cardRoles.cell}>
      {children}
    </td>
  );
}

interface ColumnHeadsProps {
  names: readonly string[];
  /** Those of columns of numbers, whose heads stand at the end as their numbers do. */
  numeric?: readonly string[];
  isCards?: boolean;
}

/** Header row of a table. */
export function ColumnHeads({ names, numeric, isCards = false }: ColumnHeadsProps) {
  return (
    <thead {...(isCards && cardRoles.group)}>
      <tr {...(isCards && cardRoles.row)}>
        {names.map((name) => (
          <th
            scope="col"
            key={name}
            className={numeric?.includes(name) ? 'numeric' : undefined}
            {...(isCards && cardRoles.head)}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ScrollTableProps extends Pick<ScrollAreaProps, 'label' | 'height'>, Pick<ColumnHeadsProps, 'numeric'> {
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
export function ScrollTable({ label, height, heads, numeric, className, ...more }: ScrollTableProps) {
  const { isLabelShown, isCards, children } = more;
  return (
    <ScrollArea label={label} height={height}>
      <table className={className} {...(isCards && cardRoles.table)}>
        <caption className={isLabelShown ? undefined : 'visually-hidden'}>{label}</caption>
        <ColumnHeads names={heads} numeric={numeric} isCards={isCards} />
        {children}
      </table>
    </ScrollArea>
  );
}
