/**
 * Keeps what is typed into text areas before script has taken over the page: React puts the stored text back
 * into them when it does, as if nothing had been typed. Begins at once; the returned
 * function ends it, gives back what was typed, and tells the page's script of it.
 */
export function keepTypedText(): () => void {
  const typed = new Map<HTMLTextAreaElement, string>();
  const note = (area: HTMLTextAreaElement) => typed.set(area, area.value);
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) note(target);
  };
  for (const area of document.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) note(area);
  }
  document.addEventListener('input', onInput, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    for (const [area, text] of typed) {
      if (area.value === text) continue;
      area.value = text;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
}
