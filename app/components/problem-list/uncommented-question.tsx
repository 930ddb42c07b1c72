import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { focusAnswer } from '~/forms/focus-answer';

/** The question before saving with uncommented problems. Its buttons belong to the form around it. */
export function UncommentedQuestion() {
  const { t } = useTranslation('check');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusAnswer(heading.current), []);
  return (
    <section className="notice notice-question" aria-labelledby="uncommented-heading">
      {/* Without script the browser itself puts the focus on the question. */}
      <h2 id="uncommented-heading" ref={heading} tabIndex={-1} autoFocus>
        {t('question.heading')}
      </h2>
      <p>{t('question.text')}</p>
      <div className="actions">
        <button type="submit" name="confirmed" value="yes">
          {t('question.ok')}
        </button>
        <button type="submit" name="intent" value="cancel" className="button-quiet">
          {t('question.cancel')}
        </button>
      </div>
    </section>
  );
}
