import type { ReactNode } from 'react';

interface ScrollAreaProps {
  /** Accessible name of the region. */
  label: string;
  /** Which of the heights of lists it has (section 9 of the spec, but for the preview); none = as high as its content. */
  height?: 'results' | 'uploads' | 'preview' | 'problems' | 'problem-groups' | 'metadata';
  children: ReactNode;
}

/** Area that scrolls on its own and can be reached and scrolled by keyboard. */
export function ScrollArea({ label, height, children }: ScrollAreaProps) {
  return (
    // A region that scrolls must take the focus, or its content is out of reach without a mouse.
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
