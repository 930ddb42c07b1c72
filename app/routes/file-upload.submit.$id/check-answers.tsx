import { useTranslation } from 'react-i18next';

import type { BlockerCode } from '@domain/api/submission';
import { Answers } from '~/components/submission/answers';
import { BlockerList } from '~/components/submission/blocker-list';
import { PersonsQuestion } from '~/components/submission/persons-question';
import { StudyChoice } from '~/components/submission/study-choice';
import { UnsavedNote } from '~/components/submission/unsaved-note';
import type { FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';

import type { SubmitData } from './submit.server';

/** Id of the form on its page. */
export const submitFormId = 'submit-form';

/** Everything that is submitted, and the button that submits it. */
export function CheckAnswers({
  ticked,
  errors,
  ...shown
}: SubmitData & { ticked: readonly string[]; errors: readonly FormError[] }) {
  const { t } = useTranslation('submit');
  const { version, others, doi, doiIsTest, persons } = shown.submission;
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
        {persons ? <PersonsQuestion id={shown.upload.id} persons={persons} errors={errors} /> : null}
        <StudyChoice others={others} ticked={ticked} />
        <div className="actions">
          <button type="submit">{t('button')}</button>
        </div>
      </Form>
    </>
  );
}

/** Blockers that end by themselves, so that reloading the page helps. */
const passing: readonly BlockerCode[] = ['file-unread', 'being-corrected', 'check-running'];

/** An upload that cannot be submitted yet, with everything that is missing. */
export function Incomplete({ submission, fields, metadata }: SubmitData) {
  const { t } = useTranslation(['submit', 'uploads']);
  const { missing } = submission;
  const isWaiting = missing.some(({ code }) => passing.includes(code));
  return (
    <>
      <h2>{t('submit:missing.heading')}</h2>
      <p>{t('submit:missing.intro')}</p>
      <BlockerList blockers={missing} fields={fields} metadata={metadata} />
      {isWaiting ? (
        <form method="get">
          <p>{t('uploads:waiting.safe')}</p>
          <button type="submit">{t('uploads:waiting.refresh')}</button>
        </form>
      ) : null}
    </>
  );
}
