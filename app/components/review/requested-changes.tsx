import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChangeRequestView, UploadReview } from '@domain/api/reviews';
import { maxCommentCharacters } from '@domain/limits';
import { ContributedText } from '~/components/contributed-text';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import { answerField, answerFieldId } from '~/forms/answer-fields';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

/** Id of the form on its page. */
export const answersFormId = 'answers-form';

interface AnswersFormProps {
  request: ChangeRequestView;
  /** Answers as typed, drafted or saved, in the order of the points. */
  answers: readonly string[];
  versions: FormVersions;
  errors: readonly FormError[];
  action: string;
  /** Further fields, which are sent along. */
  children: ReactNode;
}

/** The points that are to be changed, each with a field for its answer, and the button that hands in again. */
export function AnswersForm({ request, answers, versions, errors, action, children }: AnswersFormProps) {
  const { t } = useTranslation(['review', 'submit']);
  return (
    <Form id={answersFormId} reloadDocument action={action}>
      <VersionNotes versions={versions} />
      <ol className="change-points">
        {request.points.map((point, index) => {
          const id = answerFieldId(index + 1);
          return (
            <li key={index}>
              <p className="long-text">
                <ContributedText language="">{point}</ContributedText>
              </p>
              <TextArea
                id={id}
                name={answerField}
                label={t('review:changes.answer', { number: index + 1 })}
                hint={index === 0 ? t('review:changes.answerHint', { max: maxCommentCharacters }) : undefined}
                defaultValue={answers[index] ?? ''}
                error={errors.find(({ fieldId }) => fieldId === id)?.message ?? null}
                rows={3}
              />
            </li>
          );
        })}
      </ol>
      {children}
      <SaveButtons versions={versions} save={t('submit:button')} />
    </Form>
  );
}

/** The region of the changes that are or were requested. Former requests follow what is shown first. */
export function RequestedChanges({ review, children = null }: { review: UploadReview; children?: ReactNode }) {
  const { t } = useTranslation('review');
  const former = review.changes.filter(({ closedAt }) => children === null || closedAt !== null);
  return (
    <section aria-labelledby="requested-changes" className="requested-changes">
      <h3 id="requested-changes">{t('changes.heading')}</h3>
      {children}
      {former.toReversed().map((request) => (
        <FormerRequest request={request} key={request.requestedAt} />
      ))}
    </section>
  );
}

/** A request with the answers to its points, as text. */
function FormerRequest({ request }: { request: ChangeRequestView }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { points, answers, requestedAt, closedAt } = request;
  const time = (moment: string) => formatDateTime(moment, language, timeZone);
  return (
    <>
      <h4>{t('changes.of', { time: time(requestedAt) })}</h4>
      <ol className="change-points">
        {points.map((point, index) => (
          <li key={index}>
            <p className="long-text">
              <ContributedText language="">{point}</ContributedText>
            </p>
            <dl className="facts">
              <div>
                <dt>{t('changes.answer', { number: index + 1 })}</dt>
                <dd className="long-text">
                  {answers[index] ? (
                    <ContributedText language="">{answers[index]}</ContributedText>
                  ) : (
                    t('changes.unanswered')
                  )}
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
      {closedAt ? <p className="hint">{t('changes.closed', { time: time(closedAt) })}</p> : null}
    </>
  );
}

/** Answers that were typed for a request that does not wait for them any more, for copying. */
export function StrandedAnswers({ answers }: { answers: readonly string[] }) {
  const { t } = useTranslation('review');
  if (answers.every((answer) => answer.trim() === '')) return null;
  return (
    <section className="notice" aria-labelledby="stranded-answers">
      <h2 id="stranded-answers">{t('changes.stranded')}</h2>
      <ol className="change-points">
        {answers.map((answer, index) => (
          <li className="long-text" key={index}>
            <ContributedText language="">{answer}</ContributedText>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Other uploads of the study that stay as they are, and what follows for the metadata of this one. */
export function ClosedSiblings({ siblings }: Pick<UploadReview, 'siblings'>) {
  const { t } = useTranslation('review');
  if (siblings.length === 0) return null;
  return (
    <p className="notice">
      {t('changes.siblings', { count: siblings.length, files: siblings.map(({ fileName }) => fileName).join(', ') })}
    </p>
  );
}
