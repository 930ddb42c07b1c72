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

/** Header row of a table. */
export function ColumnHeads({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" key={name}>
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
  /** Bodies of the table. */
  children: ReactNode;
}

/** Table in a scrolling area, with its label as caption. */
export function ScrollTable({ label, height, heads, className, isLabelShown, children }: ScrollTableProps) {
  return (
    <ScrollArea label={label} height={height}>
      <table className={className}>
        <caption className={isLabelShown ? undefined : 'visually-hidden'}>{label}</caption>
        <ColumnHeads names={heads} />
        {children}
      </table>
    </ScrollArea>
  );
}
