import { useEffect } from 'react';

/** Whether script has taken over the page that came from the server. */
let isHydrated = false;

/** To be called once, around every screen: effects of what is inside come before this one. */
export function useMarkHydrated(): void {
  useEffect(() => {
    isHydrated = true;
  }, []);
}

/**
 * Puts the focus where an answer leads. Who has moved on from there while script was still loading stays
 * where they are: without script, the browser had put the focus there already.
 */
export function focusAnswer(element: HTMLElement | null): void {
  const active = document.activeElement;
  const hasMovedOn = !isHydrated && active !== null && active !== document.body && active !== element;
  if (!hasMovedOn) element?.focus();
}
