import { useActionData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** One error of a form: its message, which the field shows as well, and the id of the field. */
export interface FormError {
  message: string;
  /** Id of the control the link leads to; null for an error of the whole form. */
  fieldId: string | null;
}

/**
 * Errors of a form at the top of its page, each with a link to its field. Renders nothing without errors. `answer` = what
 * was loaded with them, for a form that is sent in an address.
 */
export function ErrorSummary({ errors, ...given }: { errors: FormError[]; answer?: object }) {
  const { t } = useTranslation('forms');
  const region = useRef<HTMLElement>(null);
  const reply = useActionData();
  const answer = given.answer ?? reply;
  const isShown = errors.length > 0;
  // Only once per response, because the page may be rendered again while a field is being corrected.
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
      // Without script, the browser moves the focus here.
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

/** Whether the page from the server has been hydrated. */
let isHydrated = false;

/** Call it once, around all screens, because effects of inner components run first. */
export function useMarkHydrated(): void {
  useEffect(() => {
    isHydrated = true;
  }, []);
}

/**
 * Moves the focus after a response. If the user has moved the focus while script was loading, it stays there, because
 * the browser had moved it to the right element already.
 */
export function focusAnswer(element: HTMLElement | null): void {
  const active = document.activeElement;
  const hasMovedOn = !isHydrated && active !== null && active !== document.body && active !== element;
  if (!hasMovedOn) element?.focus();
}
