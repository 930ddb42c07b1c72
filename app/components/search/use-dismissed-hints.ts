import { useEffect, useState, type FocusEvent, type PointerEvent } from 'react';

/**
 * Lets Escape dismiss hints that appear on hover or focus (WCAG 1.4.13), until pointer or focus leave their item.
 * `item` is the selector of an item.
 */
export function useDismissedHints(item: string) {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDismissed(true);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, []);
  const onLeave = ({ target, relatedTarget }: FocusEvent | PointerEvent) => {
    const left = (target as Element).closest(item);
    if (left !== null && !left.contains(relatedTarget as Node | null)) setDismissed(false);
  };
  return { 'data-hints': isDismissed ? 'dismissed' : undefined, onBlur: onLeave, onPointerOut: onLeave };
}
