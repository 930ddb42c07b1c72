import { type ReactNode, useEffect } from 'react';

/**
 * Keeps what is typed into text areas before React has hydrated the page, because hydration resets them to the text
 * of the server. Begins at once. The returned function ends it and restores what was typed, with an input event.
 */
export function preserveTextDuringHydration(): () => void {
  const typed = new Map<EventTarget, { text: string; from: number; to: number }>();
  const restore = (area: EventTarget | null) => {
    const before = area && typed.get(area);
    if (!before || !(area instanceof HTMLTextAreaElement) || area.value === before.text) return false;
    area.value = before.text;
    area.setSelectionRange(before.from, before.to);
    return true;
  };
  const note = (area: EventTarget | null) => {
    if (!(area instanceof HTMLTextAreaElement)) return;
    typed.set(area, { text: area.value, from: area.selectionStart, to: area.selectionEnd });
  };
  const ending = new AbortController();
  const during = { capture: true, signal: ending.signal };
  for (const area of document.querySelectorAll('textarea')) if (area.value !== area.defaultValue) note(area);
  // Hydration runs in steps. Text that is typed between them is added to what was typed before.
  document.addEventListener('beforeinput', ({ target }) => void restore(target), during);
  document.addEventListener('input', ({ target }) => note(target), during);
  return () => {
    ending.abort();
    for (const area of typed.keys()) if (restore(area)) area.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

/** Calls back once React has hydrated the page. */
export function AfterHydration({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
