import { useTranslation } from 'react-i18next';

import type { ChangeRequestView } from '@domain/api/reviews';
import type { RoundChanges } from '@domain/api/round-changes';
import type { FormField } from '@domain/metadata/directives';
import { ContributedText } from '~/components/contributed-text';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

import { ChangedRound } from './changed-round';

interface RequestedChangesProps {
  requests: readonly ChangeRequestView[];
  /** What was changed after each of them; null for an open one, undefined if it is not known now. */
  rounds: readonly (RoundChanges | null)[];
  fields: readonly FormField[];
}

/** Requests for changes with the contributor's answers, and what changed afterwards. */
export function RequestedChanges({ requests, rounds, fields }: RequestedChangesProps) {
  const { t } = useTranslation('board');
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests-heading" className="requested-changes">
      <h3 id="requests-heading">{t('rounds.heading')}</h3>
      {requests.map((request, index) => {
        const isLast = index === requests.length - 1;
        const round = rounds[index];
        return (
          <div key={request.requestedAt}>
            <h4>
              <Requested request={request} />
            </h4>
            <Points request={request} />
            {request.closedAt === null ? <p>{t('rounds.open')}</p> : null}
            {round ? (
              <ChangedRound
                round={round}
                fields={fields}
                heading={t(isLast ? 'rounds.changed' : 'rounds.changedUntil')}
              />
            ) : null}
          </div>
        );
      })}
    </section>
  );
}

function Requested({ request: { panel, requestedAt } }: { request: ChangeRequestView }) {
  const { t } = useTranslation('board');
  const date = formatDate(requestedAt, useLanguage(), useTimeZone());
  return panel === null ? t('rounds.byFormer', { date }) : t('rounds.by', { number: panel, date });
}

/** The numbered points, each with its answer. */
function Points({ request: { points, answers } }: { request: ChangeRequestView }) {
  const { t } = useTranslation('board');
  return (
    <ol className="change-points">
      {points.map((point, index) => (
        <li key={index}>
          <p className="long-text">
            <ContributedText language="">{point}</ContributedText>
          </p>
          {answers[index] ? (
            <blockquote className="long-text">
              {t('rounds.answer')}: <ContributedText language="">{answers[index]}</ContributedText>
            </blockquote>
          ) : (
            <p className="hint">
              {t('rounds.answer')}: {t('rounds.unanswered')}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
