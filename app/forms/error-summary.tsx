import { useActionData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { focusAnswer } from './focus-answer';

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
