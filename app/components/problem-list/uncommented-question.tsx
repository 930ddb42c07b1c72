import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { saveButtonId } from './problem-ids';

/**
 * Question before saving with uncommented problems. Its buttons belong to the surrounding form. Without script it is
 * part of the page. Script turns it into a dialog, in which Cancel and Esc lead back to the save button.
 */
export function UncommentedQuestion() {
  const { t } = useTranslation('check');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.close();
    element.showModal();
    const leadBack = () => document.getElementById(saveButtonId)?.focus();
    element.addEventListener('close', leadBack);
    return () => element.removeEventListener('close', leadBack);
  }, []);
  return (
    <dialog ref={dialog} open className="notice notice-question" aria-labelledby="uncommented-heading">
      {/* Without script, autoFocus moves the focus to the question. */}
      <h2 id="uncommented-heading" tabIndex={-1} autoFocus>
        {t('question.heading')}
      </h2>
      <p>{t('question.text')}</p>
      <div className="actions">
        <button type="submit" name="confirmed" value="yes">
          {t('question.ok')}
        </button>
        <button
          type="submit"
          name="intent"
          value="cancel"
          className="button-quiet"
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.close();
          }}
        >
          {t('question.cancel')}
        </button>
      </div>
    </dialog>
  );
}
