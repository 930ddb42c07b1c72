import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { WaitingWithdrawal } from '@domain/life/withdrawal';

import { ContributedText } from '~/components/contributed-text';
import { paths } from '~/paths';

/** Withdrawals that wait for the chair. Renders nothing without one. */
export function WaitingWithdrawals({ withdrawals }: { withdrawals: readonly WaitingWithdrawal[] }) {
  const { t } = useTranslation('board-list');
  if (withdrawals.length === 0) return null;
  return (
    <section className="notice" aria-labelledby="waiting-withdrawals">
      <h2 id="waiting-withdrawals">{t('withdrawals.heading')}</h2>
      <ul>
        {withdrawals.map(({ id, fileName, title, waitsFor }) => (
          <li key={id}>
            <Link to={paths.editorialWithdrawal(id)}>
              {fileName}
              {title === null ? null : (
                <>
                  , <ContributedText language="">{title}</ContributedText>
                </>
              )}
            </Link>
            : {t(`withdrawals.${waitsFor}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
