import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadReview } from '@domain/api/reviews';
import { statusRules } from '@domain/upload-status';
import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import {
  AnswersForm,
  answersFormId,
  ClosedSiblings,
  RequestedChanges,
  StrandedAnswers,
} from '~/components/review/requested-changes';
import { ConversationLink, UploadReviewPart } from '~/components/review/upload-review-part';
import { Answers } from '~/components/submission/answers';
import { PersonsQuestion } from '~/components/submission/persons-question';
import { StudyChoice, StudyRest } from '~/components/submission/study-choice';
import { UnsavedNote } from '~/components/submission/unsaved-note';
import { NewVersionPart } from '~/components/versions/new-version-part';
import { NewsField } from '~/components/versions/news-field';
import type { FormVersions } from '~/drafts/form-snapshot';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { answersIn } from '~/forms/answer-fields';
import { ErrorSummary } from '~/forms/error-summary';
import { readEntries } from '~/forms/read-form.server';
import { tickedIn } from '~/forms/submit-fields';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import { answerChanges, loadAnswers, type LoadedAnswers, roundOf } from './answer-changes.server';
import { CheckAnswers, Incomplete, newsTyped, submitFormId } from './check-answers';
import {
  isAboutNews,
  loadNews,
  loadReview,
  loadSubmit,
  readSubmitForm,
  type SubmitData,
  submitForm,
  type SubmitReply,
  submitVersion,
  tickedAddress,
} from './submit.server';

await loadTexts('board', 'submit');

export const handle = {
  title: 'submit:title',
  step: 'submit',
  help: 'submitting',
  preservesForm(data: unknown): PreservedForm | null {
    const { shown, changes, news } = data as SerializeFrom<typeof loader>;
    const { id, flags } = shown.upload;
    if (news) return { kind: 'news', id: submitFormId, object: id };
    if (changes?.round) return { kind: 'answers', id: answersFormId, object: `${id}/${changes.round}` };
    const isShown = !flags.submitted && shown.submission.missing.length === 0;
    return isShown ? { kind: 'submit', id: submitFormId } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  const ticked = tickedIn(new URL(request.url).searchParams.getAll('also'));
  const shown = await loadSubmit(context, upload);
  const review = await loadReview(context, upload);
  const changes = review && (await loadAnswers(context, review));
  return { shown, ticked, review, changes, news: await loadNews(context, shown) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const round = roundOf(new URL(request.url).searchParams);
  if (round !== null) return answerChanges(request, context, id, round);
  if (isAboutNews(request)) return submitVersion(request, context, id);
  const order = await readSubmitForm(await readEntries(request));
  if (!context.user) throw redirectToLoginAndConfirm(context, tickedAddress(id, order));
  return submitForm(context, id, order);
}

/** Shows what is still missing, the answers before they are submitted, requested changes, or the submitted upload. */
export default function Submit() {
  const { shown, ticked, review, changes, news } = useLoaderData<typeof loader>();
  const reply = useActionData<() => SubmitReply>();
  if (review && shown.upload.flags.submitted) {
    return (
      <>
        <StrandedAnswers answers={changes?.stranded ?? []} />
        <Submitted {...shown} review={review} />
      </>
    );
  }
  if (review && changes?.versions) {
    return <Requested {...shown} review={review} changes={changes} versions={changes.versions} reply={reply ?? null} />;
  }
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <StrandedAnswers answers={changes?.stranded ?? []} />
      {shown.submission.missing.length > 0 ? (
        <>
          <Incomplete {...shown} />
          {shown.submission.newVersion ? (
            <NewVersionPart version={shown.submission.newVersion} fields={shown.fields} />
          ) : null}
        </>
      ) : (
        <CheckAnswers {...shown} ticked={ticked} news={news} reply={reply ?? null} />
      )}
      {review ? <Former review={review} /> : null}
    </>
  );
}

/** What happened before the submission was withdrawn. */
function Former({ review }: { review: UploadReview }) {
  return (
    <>
      {review.changes.length > 0 ? <RequestedChanges review={review} /> : null}
      <ConversationLink id={review.id} />
    </>
  );
}

/** A submission that is to be changed: the points with their answers, and what will be submitted again. */
function Requested({
  review,
  changes,
  versions,
  reply,
  ...shown
}: SubmitData & {
  review: UploadReview;
  changes: SerializeFrom<LoadedAnswers>;
  versions: FormVersions;
  reply: SubmitReply['data'] | null;
}) {
  const { t } = useTranslation(['submit', 'review']);
  const { version, others, persons, missing, newVersion } = shown.submission;
  const errors = reply?.errors ?? [];
  const round = changes.round ?? 1;
  const request = review.changes[round - 1];
  const posted = reply?.entries ? { entries: reply.entries, conflict: reply.conflict } : null;
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('review:changes.title')}</h2>
      <UploadReviewPart review={review} />
      <ClosedSiblings siblings={review.siblings} />
      <UnsavedNote unsaved={shown.unsaved} />
      {missing.length > 0 ? <Incomplete {...shown} /> : null}
      <RequestedChanges review={review}>
        {request ? (
          <AnswersForm
            request={request}
            answers={reply?.entries ? answersIn(reply.entries) : changes.answers}
            versions={versionsAfterReply(versions, posted)}
            errors={errors}
            action={paths.uploadAnswers(review.id, round)}
          >
            <input type="hidden" name="version" value={version} />
            {persons ? <PersonsQuestion id={shown.upload.id} persons={persons} errors={errors} /> : null}
            {newVersion ? (
              <NewsField typed={newsTyped(reply, changes.news ?? newVersion.news)} errors={errors} />
            ) : null}
            <StudyChoice others={others} ticked={reply?.also ?? changes.also} />
          </AnswersForm>
        ) : null}
      </RequestedChanges>
      {newVersion ? <NewVersionPart version={newVersion} fields={shown.fields} /> : null}
      <h3>{t('review:changes.content')}</h3>
      <p>{t('review:changes.contentHint')}</p>
      <Answers {...shown} />
    </>
  );
}

/** A submitted upload: the state of its review, and its content. */
function Submitted({ review, ...shown }: SubmitData & { review: UploadReview }) {
  const { t } = useTranslation('submit');
  return (
    <>
      <h2>{t(statusRules[review.status].decided ? 'decided' : 'done')}</h2>
      <UploadReviewPart review={review} />
      {review.changes.length > 0 ? <RequestedChanges review={review} /> : null}
      <StudyRest others={shown.submission.others} />
      <h3>{t('whatSubmitted')}</h3>
      <p>{t(statusRules[review.status].published ? 'correctable' : 'readOnly')}</p>
      <Answers {...shown} />
      <p>
        <Link to={paths.uploads()}>{t('back')}</Link>
      </p>
    </>
  );
}
