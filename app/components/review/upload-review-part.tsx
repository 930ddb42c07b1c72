import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RelatedUpload, UploadReview } from '@domain/api/reviews';
import { includesRight } from '@domain/life/co-authors';
import { panels } from '@domain/limits';
import { isUnderReview, statusRules } from '@domain/upload-status';
import { ContributedText } from '~/components/contributed-text';
import { DoiLink } from '~/components/search/doi-link';
import { Form } from '~/forms/form';
import { formatDate, formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { NewVersionLink } from '~/components/versions/version-note';
import { paths } from '~/paths';

import { nextStep, type ReviewStep, reviewSteps } from './review-steps';

/** Progress of the review, the next step, and the contributor's possible actions. */
export function UploadReviewPart({ review }: { review: UploadReview }) {
  const { t } = useTranslation(['review', 'uploads']);
  const language = useLanguage();
  const date = review.embargoEnd ? formatDate(review.embargoEnd, language, 'UTC') : '';
  return (
    <div className="upload-review">
      <h3>{t('heading')}</h3>
      <ReviewTimeline review={review} />
      <h3>{t('next.heading')}</h3>
      <p>{t(`next.${nextStep(review)}`, { date })}</p>
      {review.nr !== null ? (
        <p>
          <Link to={paths.dataSet(review.nr)}>{t('dataSet')}</Link>{' '}
          {includesRight(review.right, 'submit') ? (
            <Link to={paths.correctMetadata(review.id)}>{t('uploads:list.correct')}</Link>
          ) : null}
        </p>
      ) : null}
      {statusRules[review.status].decided ? <DecisionWords review={review} /> : null}
      <ReviewActions review={review} />
      {review.isContinuable ? <NewVersionLink id={review.id} /> : null}
      <ConversationLink id={review.id} />
      <dl className="facts">
        <Doi review={review} />
      </dl>
    </div>
  );
}

/**
 * What can be done: links to the revision, embargo, private links and withdrawal, and buttons to withdraw or revise.
 */
function ReviewActions({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
  const { id, status, withdrawable, revisable, revisedBy, withdrawnAt } = review;
  const isOwn = review.right === 'own';
  return (
    <>
      {revisedBy ? <RevisedBy revision={revisedBy} /> : null}
      {withdrawable ? (
        <p className="actions">
          <Link to={paths.uploadWithdraw(id)} className="button button-quiet">
            {t('withdraw.link')}
          </Link>
        </p>
      ) : null}
      {isOwn && review.embargoEnd ? (
        <p>
          <Link to={paths.uploadEmbargo(id)}>{t('embargo.link')}</Link>
        </p>
      ) : null}
      {isOwn && (review.embargoEnd || isUnderReview(status)) ? (
        <p>
          <Link to={paths.privateLinks(id)}>{t('privateLinks.link')}</Link>
        </p>
      ) : null}
      {status === 'Accepted' && (isOwn || withdrawnAt) ? (
        <p>
          <Link to={paths.uploadWithdrawal(id)}>{t(withdrawnAt ? 'withdrawal.withdrawn' : 'withdrawal.link')}</Link>
        </p>
      ) : null}
      {revisable ? (
        <Form reloadDocument action={paths.uploadRevise(id)} className="actions">
          <button type="submit">{t('revise.button')}</button>
        </Form>
      ) : null}
    </>
  );
}

function RevisedBy({ revision }: { revision: RelatedUpload }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const { id, fileName, status } = revision;
  const date = formatDate(revision.date, language, 'UTC');
  return (
    <p>
      {t('revisedBy', { file: fileName, date })}{' '}
      <Link to={statusRules[status].editable ? paths.uploadCheck(id) : paths.uploadSubmit(id)}>{t('toRevision')}</Link>
    </p>
  );
}

/** A reserved DOI is not linked. After acceptance, it links to the data set's page. */
function Doi({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
  const { doi, doiUrl, doiIsTest } = review;
  if (doi === null) return null;
  return (
    <div>
      <dt>{t('doi')}</dt>
      <dd>{doiUrl ? <DoiLink doi={doi} href={doiUrl} isTest={doiIsTest} /> : t('doiReserved', { doi })}</dd>
    </div>
  );
}

/** Link to the conversation with the board, and to the history. */
export function ConversationLink({ id }: { id: string }) {
  const { t } = useTranslation('review');
  return (
    <p>
      <Link to={paths.uploadConversation(id)}>{t('conversation.link')}</Link>
    </p>
  );
}

/** What the contributor is told about a decision: the reason of the chair, and the notes or the letter. */
function DecisionWords({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
  const { notes, chairReason, letter, awaitsLetter, status } = review;
  if (awaitsLetter) return <p className="notice">{t('letter.awaited')}</p>;
  // An edited letter may have no reason in it, which the contributor reads in any case.
  const isInLetter = letter?.isEdited && chairReason !== null && letter.text.includes(chairReason);
  return (
    <>
      {chairReason === null || isInLetter ? null : (
        <section aria-labelledby="chair-reason">
          <h3 id="chair-reason">{t('chairReason')}</h3>
          <p className="long-text">
            <ContributedText language="">{chairReason}</ContributedText>
          </p>
        </section>
      )}
      {letter?.isEdited ? null : <ExpertNotes notes={notes} isRejected={status === 'Rejected'} />}
      {letter ? <Letter letter={letter} /> : null}
    </>
  );
}

/** The letter about the decision, as it was sent. It is folded if it says no more than the page does. */
function Letter({ letter: { text, sentAt, isEdited } }: { letter: NonNullable<UploadReview['letter']> }) {
  const { t } = useTranslation('review');
  const time = formatDateTime(sentAt, useLanguage(), useTimeZone());
  const quoted = (
    <blockquote className="long-text">
      <ContributedText language="">{text}</ContributedText>
    </blockquote>
  );
  return (
    <section aria-labelledby="decision-letter">
      <h3 id="decision-letter">{t('letter.heading')}</h3>
      <p className="hint">{t('letter.sent', { time })}</p>
      {isEdited ? (
        quoted
      ) : (
        <details>
          <summary>{t('letter.show')}</summary>
          {quoted}
        </details>
      )}
    </section>
  );
}

/** The experts' notes to the contributor, after the decision. */
function ExpertNotes({ notes, isRejected }: { notes: readonly string[]; isRejected: boolean }) {
  const { t } = useTranslation('review');
  const written = notes.filter((note) => note !== '');
  return (
    <section aria-labelledby="expert-notes">
      <h3 id="expert-notes">{t('notes.heading')}</h3>
      {written.length === 0 ? <p>{t(isRejected ? 'notes.none' : 'notes.noneAccepted')}</p> : null}
      {written.length > 1 ? <p className="hint">{t('notes.hint')}</p> : null}
      {written.length > 0 ? (
        <ul className="expert-notes">
          {written.map((note, index) => (
            <li className="long-text" key={index}>
              <ContributedText language="">{note}</ContributedText>
            </li>
          ))}
        </ul>
      ) : null}
      {written.length > 0 && written.length < notes.length ? <p>{t('notes.one')}</p> : null}
    </section>
  );
}

/** Steps of a submission as a list: done, awaited and later ones. */
function ReviewTimeline({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
  const steps = reviewSteps(review);
  const current = steps.find(({ state }) => state === 'current');
  return (
    <ol className="review-steps" aria-label={t('steps.label')}>
      {steps.map((step) => (
        <li
          key={`${step.name}-${step.number}`}
          className={`review-${step.state}`}
          aria-current={step === current ? 'step' : undefined}
        >
          <strong>
            {step.number === null
              ? t(`steps.${step.name}`)
              : t('steps.vote', { number: step.number, count: panels.length })}
          </strong>
          <StepState step={step} review={review} />
        </li>
      ))}
    </ol>
  );
}

function StepState({ step, review }: { step: ReviewStep; review: UploadReview }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const date = review.embargoEnd ? formatDate(review.embargoEnd, language, 'UTC') : '';
  const told = [
    step.note === null ? '' : t(`states.${step.note}`, { date }),
    step.moment === null ? '' : formatDateTime(step.moment, language, timeZone),
  ];
  return <span>: {told.filter(Boolean).join(', ')}</span>;
}
