import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadReview } from '@domain/api/reviews';

import { UploadReviewPart } from '~/components/review/upload-review-part';
import { paths } from '~/paths';
import type { SubmitSummary } from '~/screens/submit.server';
import { Summary } from './summary';

/** An upload that is handed in: what has become of it, and everything once more to look at. */
export function Submitted({ review, summary }: { review: UploadReview; summary: SubmitSummary }) {
  const { t } = useTranslation('uploads');
  return (
    <>
      <h2>{t('submit.done')}</h2>
      <UploadReviewPart review={review} />
      <p>{t('submit.readOnly')}</p>
      <Summary id={review.id} summary={summary} readOnly />
      <p>
        <Link to={paths.uploads()}>{t('submit.back')}</Link>
      </p>
    </>
  );
}
