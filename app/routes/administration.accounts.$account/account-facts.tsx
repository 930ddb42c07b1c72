import { useTranslation } from 'react-i18next';

import type { AccountView } from '@domain/api/administered-accounts';
import { formatBytes, formatBytesBefore, formatNumber } from '@domain/formats';

import { Facts } from '~/components/facts';
import { useMoments } from '~/components/administration/use-moments';
import { useLanguage } from '~/i18n/use-language';

/** What is known of an account. */
export function AccountFacts({ view: { account, uploads, storedBytes, limitBytes } }: { view: AccountView }) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const momentOf = useMoments();
  const facts = [
    ['email', account.email],
    ['state', account.lockedAt ? t('states.lockedSince', { time: momentOf(account.lockedAt) }) : t('states.open')],
    [
      'address',
      account.unconfirmedEmail ? t('account.waiting', { email: account.unconfirmedEmail }) : t('account.confirmed'),
    ],
    ['roles', [...account.roles, ...account.providerRoles].join(', ') || t('none')],
    ['created', momentOf(account.createdAt)],
    ['lastSignIn', momentOf(account.lastSignInAt) || t('never')],
    ['sessions', formatNumber(account.sessions, language)],
    ['uploads', formatNumber(uploads, language)],
    [
      'storage',
      t('account.storage', {
        used: formatBytesBefore(storedBytes, limitBytes, language),
        limit: formatBytes(limitBytes, language),
      }),
    ],
    ['id', account.id],
  ] as const;
  return <Facts facts={facts.map(([name, value]) => [t(`account.facts.${name}`), value])} />;
}
