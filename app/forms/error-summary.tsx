import { useActionData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** One error of a form: the words that also stand at the field, and the id of the field. */
export interface FormError {
  message: string;
  /** Id of the control the link leads to; null for an error of the whole form. */
  fieldId: string | null;
}

/** What is wrong with a form, on top of its page: each line leads to its field. Nothing without errors. */
export function ErrorSummary({ errors }: { errors: FormError[] }) {
  const { t } = useTranslation('forms');
  const region = useRef<HTMLElement>(null);
  const answer = useActionData();
  const isShown = errors.length > 0;
  // Once per answer: while somebody mends a field, the page may be drawn again for other reasons.
  useEffect(() => {
    if (isShown) focusAnswer(region.current);
  }, [answer, isShown]);
  if (!isShown) return null;
  return (
    <section
      ref={region}
      className="notice notice-error"
      aria-labelledby="error-summary"
      tabIndex={-1}
      // Without script the browser itself puts the focus here, where a refused form starts.
      autoFocus
    >
      <h2 id="error-summary">{t('errorSummary')}</h2>
      <ul>
        {errors.map(({ message, fieldId }) => (
          <li key={`${fieldId}-${message}`}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </section>
  );
}

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
