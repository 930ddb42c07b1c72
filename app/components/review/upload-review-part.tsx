import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RelatedUpload, UploadReview } from '@domain/api/reviews';
import { statusRules } from '@domain/upload-status';

import { DoiLink } from '~/components/search/doi-link';
import { Form } from '~/forms/form';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { ExpertNotes } from './expert-notes';
import { nextStep } from './review-steps';
import { ReviewTimeline } from './review-timeline';

/** Progress of the review, the next step, and the contributor's possible actions. */
export function UploadReviewPart({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
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
          <Link to={paths.dataSet(review.nr)}>{t('dataSet')}</Link>
        </p>
      ) : null}
      {statusRules[review.status].decided ? (
        <ExpertNotes notes={review.notes} isRejected={review.status === 'Rejected'} />
      ) : null}
      <ReviewActions review={review} />
      <dl className="facts">
        <Doi review={review} />
      </dl>
    </div>
  );
}

/** Withdraw, revise, or a link to the revision. At most one of them is possible. */
function ReviewActions({ review }: { review: UploadReview }) {
  const { t } = useTranslation('review');
  const { id, withdrawable, revisable, revisedBy } = review;
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
