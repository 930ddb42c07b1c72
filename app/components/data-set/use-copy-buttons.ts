import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** How long a button says that it has copied, in milliseconds. Own estimate. */
const saidMs = 4000;

/**
 * Shows the buttons with `data-copy` in an element. Each copies the text of the element whose id it names, and says so in
 * its own name, which screen readers read because the focus is on it. Without script, the text can be selected.
 */
export function useCopyButtons(partId: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    const part = document.getElementById(partId);
    if (!part || !('clipboard' in navigator)) return;
    for (const button of part.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.hidden = false;
    const copy = async ({ target }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
      const text = button && document.getElementById(button.dataset.copy ?? '')?.textContent;
      if (!button || !text) return;
      const name = button.textContent;
      const isCopied = await navigator.clipboard.writeText(text.trim()).then(
        () => true,
        () => false,
      );
      button.textContent = t(isCopied ? 'copied' : 'notCopied');
      setTimeout(() => (button.textContent = name), saidMs);
    };
    part.addEventListener('click', copy);
    return () => part.removeEventListener('click', copy);
  }, [partId, t]);
}
