import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadReview } from '@domain/api/reviews';

import { UploadReviewPart } from '~/components/review/upload-review-part';
import { Answers } from '~/components/submission/answers';
import { StudyRest } from '~/components/submission/study-choice';
import { paths } from '~/paths';
import type { SubmitData } from '~/screens/submit.server';

/** An upload that is handed in: what has become of it, and everything once more to look at. */
export function Submitted({ review, ...shown }: SubmitData & { review: UploadReview }) {
  const { t } = useTranslation('submit');
  return (
    <>
      <h2>{t('done')}</h2>
      <UploadReviewPart review={review} />
      <StudyRest others={shown.submission.others} />
      <h3>{t('handedIn')}</h3>
      <p>{t('readOnly')}</p>
      <Answers {...shown} />
      <p>
        <Link to={paths.uploads()}>{t('back')}</Link>
      </p>
    </>
  );
}
