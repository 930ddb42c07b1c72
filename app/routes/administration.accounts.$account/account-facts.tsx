import { useTranslation } from 'react-i18next';

import type { AccountView, WaysToLogIn } from '@domain/api/administered-accounts';
import { formatBytes, formatBytesBefore, formatNumber } from '@domain/formats';

import { nameOfLogin } from '~/components/administration/name-of-login';
import { Facts } from '~/components/facts';
import { useMoments } from '~/components/administration/use-moments';
import { useLanguage } from '~/i18n/use-language';

/** What is known of an account. */
export function AccountFacts({ view }: { view: AccountView }) {
  const { account, uploads, storedBytes, limitBytes } = view;
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
    ['logins', <Ways key="logins" {...view} />],
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

/** The password and the outside logins, with the roles that come from them. */
function Ways({ hasPassword, logins }: WaysToLogIn) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const momentOf = useMoments();
  return (
    <ul>
      <li>{t(hasPassword ? 'account.ways.password' : 'account.ways.noPassword')}</li>
      {logins.map((login) => (
        <li key={`${login.issuer} ${login.linkedAt}`}>
          {t('account.ways.outside', {
            login: nameOfLogin(login, language),
            linked: momentOf(login.linkedAt),
            used: momentOf(login.usedAt),
          })}
          {login.rolesEndAt === null
            ? null
            : ` ${t('account.ways.roles', { roles: login.roles.join(', '), end: momentOf(login.rolesEndAt) })}`}
        </li>
      ))}
    </ul>
  );
}
