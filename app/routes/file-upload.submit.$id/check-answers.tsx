import { useTranslation } from 'react-i18next';

import { Answers } from '~/components/submission/answers';
import { StudyChoice } from '~/components/submission/study-choice';
import { UnsavedNote } from '~/components/submission/unsaved-note';
import { Form } from '~/forms/form';
import type { SubmitData } from './submit.server';

/** Id of the form on its page. */
export const submitFormId = 'submit-form';

/** All that is handed in once more, and the button that does it. */
export function CheckAnswers({ ticked, ...shown }: SubmitData & { ticked: readonly string[] }) {
  const { t } = useTranslation('submit');
  const { version, others, doi, doiIsTest } = shown.submission;
  return (
    <>
      <h2>{t('heading')}</h2>
      <p>{t('intro')}</p>
      <UnsavedNote unsaved={shown.unsaved} />
      <Answers {...shown} />
      <section aria-labelledby="next-heading">
        <h3 id="next-heading">{t('next.heading')}</h3>
        <ul>
          <li>{t('next.closed')}</li>
          <li>{t('next.mail')}</li>
          <li>{t('next.review')}</li>
          <li>{t(doiIsTest ? 'next.testDoi' : 'next.doi', { doi })}</li>
        </ul>
      </section>
      <Form id={submitFormId} reloadDocument>
        <input type="hidden" name="version" value={version} />
        <StudyChoice others={others} ticked={ticked} />
        <div className="actions">
          <button type="submit">{t('button')}</button>
        </div>
      </Form>
    </>
  );
}
