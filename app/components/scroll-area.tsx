import type { ReactNode } from 'react';

interface ScrollAreaProps {
  /** Accessible name of the region. */
  label: string;
  /** Height of lists (section 9 of the spec, except for the preview); by default as high as its content. */
  height?: 'results' | 'uploads' | 'preview' | 'problems' | 'problem-groups' | 'metadata';
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
