import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ReviewStanding } from '@domain/review-standing';

import { paths } from '~/paths';

const reasons = { own: 'errors:vote-own-upload', named: 'errors:vote-named' } as const;

/** Explains to an expert who is a party to the submission why there is no vote, and links to its review. */
export function PartyNote({ state, id }: { state: Exclude<ReviewStanding, 'board'>; id: string }) {
  const { t } = useTranslation('editorial');
  return (
    <div className="notice">
      <p>{t(reasons[state])}</p>
      {state === 'own' ? (
        <p>
          <Link to={paths.uploadSubmit(id)}>{t('vote.ownReview')}</Link>
        </p>
      ) : (
        <p>{t('vote.named')}</p>
      )}
    </div>
  );
}
