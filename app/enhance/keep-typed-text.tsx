import { useEffect, type ReactNode } from 'react';

/** What stands in a text area, and where the cursor is in it. */
interface TypedText {
  text: string;
  from: number;
  to: number;
}

/**
 * Keeps what is typed into text areas before script has taken over the page: React puts the stored text back
 * into them when it does, as if nothing had been typed. Begins at once; the returned
 * function ends it, gives back what was typed, and tells the page's script of it.
 */
export function keepTypedText(): () => void {
  const typed = new Map<HTMLTextAreaElement, TypedText>();
  const note = (area: HTMLTextAreaElement) =>
    typed.set(area, { text: area.value, from: area.selectionStart, to: area.selectionEnd });
  // React takes over bit by bit: who goes on typing in between goes on from what was typed.
  const onBeforeInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) giveBack(target, typed.get(target));
  };
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) note(target);
  };
  for (const area of document.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) note(area);
  }
  document.addEventListener('beforeinput', onBeforeInput, true);
  document.addEventListener('input', onInput, true);
  return () => {
    document.removeEventListener('beforeinput', onBeforeInput, true);
    document.removeEventListener('input', onInput, true);
    for (const [area, text] of typed) {
      if (giveBack(area, text)) area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
}

/** Puts what was typed into a text area again; answers whether something else stood there. */
function giveBack(area: HTMLTextAreaElement, typed: TypedText | undefined): boolean {
  if (!typed || area.value === typed.text) return false;
  area.value = typed.text;
  area.setSelectionRange(typed.from, typed.to);
  return true;
}

/** Calls back once React has taken over the page. */
export function TakenOver({ onTakenOver, children }: { onTakenOver: () => void; children: ReactNode }) {
  useEffect(onTakenOver, [onTakenOver]);
  return children;
}
