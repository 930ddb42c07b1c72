import { useTranslation } from 'react-i18next';

import type { UploadReview } from '@domain/api/reviews';
import { panels } from '@domain/limits';

import { formatDate, formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { reviewSteps, type ReviewStep } from './review-steps';

/** Steps of a submission as a list: done, awaited and later ones. */
export function ReviewTimeline({ review }: { review: UploadReview }) {
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
