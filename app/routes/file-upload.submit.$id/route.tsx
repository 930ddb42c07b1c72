import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadReview } from '@domain/api/reviews';
import type { BlockerCode } from '@domain/api/submission';
import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import { UploadReviewPart } from '~/components/review/upload-review-part';
import { Answers } from '~/components/submission/answers';
import { BlockerList } from '~/components/submission/blocker-list';
import { PersonsQuestion } from '~/components/submission/persons-question';
import { StudyChoice } from '~/components/submission/study-choice';
import { StudyRest } from '~/components/submission/study-choice';
import { UnsavedNote } from '~/components/submission/unsaved-note';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { tickedIn } from '~/forms/submit-fields';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import {
  loadReview,
  loadSubmit,
  readSubmitForm,
  type SubmitData,
  submitForm,
  type SubmitReply,
  tickedAddress,
} from './submit.server';

await loadTexts('submit');

export const handle = {
  title: 'submit:title',
  step: 'submit',
  help: 'submitting',
  preservesForm(data: unknown): PreservedForm | null {
    const { shown, review } = data as SerializeFrom<typeof loader>;
    const isShown = !review && shown.submission.missing.length === 0;
    return isShown ? { kind: 'submit', id: submitFormId } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  const ticked = tickedIn(new URL(request.url).searchParams.getAll('also'));
  return { shown: await loadSubmit(context, upload), ticked, review: await loadReview(context, upload) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const order = await readSubmitForm(request);
  if (!context.user) throw redirectToLoginAndConfirm(context, tickedAddress(id, order));
  return submitForm(context, id, order);
}

/** Shows what is still missing, the answers before they are submitted, or the submitted upload. */
export default function Submit() {
  const { shown, ticked, review } = useLoaderData<typeof loader>();
  const reply = useActionData<() => SubmitReply>();
  if (review) return <Submitted {...shown} review={review} />;
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      {shown.submission.missing.length > 0 ? (
        <Incomplete {...shown} />
      ) : (
        <CheckAnswers {...shown} ticked={reply?.also ?? ticked} errors={reply?.errors ?? []} />
      )}
    </>
  );
}

/** Id of the form on its page. */
const submitFormId = 'submit-form';

/** Everything that is submitted, and the button that submits it. */
function CheckAnswers({
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
function Incomplete({ submission, fields, metadata }: SubmitData) {
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

/** A submitted upload: the state of its review, and its content. */
function Submitted({ review, ...shown }: SubmitData & { review: UploadReview }) {
  const { t } = useTranslation('submit');
  return (
    <>
      <h2>{t('done')}</h2>
      <UploadReviewPart review={review} />
      <StudyRest others={shown.submission.others} />
      <h3>{t('whatSubmitted')}</h3>
      <p>{t('readOnly')}</p>
      <Answers {...shown} />
      <p>
        <Link to={paths.uploads()}>{t('back')}</Link>
      </p>
    </>
  );
}
