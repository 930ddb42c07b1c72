import { useTranslation } from 'react-i18next';

import type { AccountView } from '@domain/api/administered-accounts';
import { knownRoles } from '@domain/roles';

import { ActButton } from '~/components/administration/act-button';
import { paths } from '~/paths';

type Account = AccountView['account'];

const pageOf = ({ id }: Account, act: string) => `${paths.administrationAccount(id)}?act=${act}`;

/** What an administrator can do with an account at once: lock, sessions, password, two-step login, roles. */
export function AccountActs({ view: { account, isOwn } }: { view: AccountView }) {
  return (
    <>
      <AccessActs account={account} isOwn={isOwn} />
      <RoleActs account={account} />
    </>
  );
}

function AccessActs({ account, isOwn }: Pick<AccountView, 'account' | 'isOwn'>) {
  const { t } = useTranslation('administration');
  const isLocked = account.lockedAt !== null;
  const lock = isLocked ? 'unlock' : 'lock';
  return (
    <section aria-labelledby="access">
      <h3 id="access">{t('account.access.heading')}</h3>
      <p>{t(isLocked ? 'account.access.locked' : 'account.access.hint')}</p>
      {isOwn && !isLocked ? <p className="notice">{t('account.access.own')}</p> : null}
      <div className="field">
        <ActButton page={pageOf(account, lock)} fields={{}} text={t(`acts.${lock}`)} />
      </div>
      <div className="field">
        <p>{t('account.access.sessions')}</p>
        <ActButton
          page={pageOf(account, 'end-sessions')}
          fields={{ generation: String(account.generation) }}
          text={t('acts.endSessions')}
        />
      </div>
      {isLocked ? null : (
        <div className="field">
          <p>{t('account.access.password')}</p>
          <ActButton page={pageOf(account, 'mail-password')} fields={{}} text={t('acts.mailPassword')} />
        </div>
      )}
      {account.hasTwoSteps ? (
        <div className="field">
          <p>{t('account.access.twoSteps')}</p>
          <ActButton page={pageOf(account, 'remove-two-step')} fields={{}} text={t('acts.removeTwoSteps')} />
        </div>
      ) : null}
    </section>
  );
}

function RoleActs({ account }: { account: Account }) {
  const { t } = useTranslation('administration');
  return (
    <section aria-labelledby="roles">
      <h3 id="roles">{t('account.roles.heading')}</h3>
      <p>{t('account.roles.hint')}</p>
      <ul>
        {knownRoles.map((role) => (
          <li key={role}>
            <strong lang="en">{role}</strong>: {t(`account.roles.names.${role}`)}{' '}
            <RoleAct account={account} role={role} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the account has a role, and the button that gives or takes it. */
function RoleAct({ account, role }: { account: Account; role: (typeof knownRoles)[number] }) {
  const { t } = useTranslation('administration');
  if (account.providerRoles.includes(role)) return t('account.roles.heldByProvider');
  const isHeld = account.roles.includes(role);
  return (
    <>
      {t(`account.roles.${isHeld ? 'held' : 'notHeld'}`)}
      <ActButton
        page={pageOf(account, isHeld ? 'remove-role' : 'add-role')}
        fields={{ role }}
        text={t(isHeld ? 'acts.removeRole' : 'acts.addRole', { role })}
      />
    </>
  );
}
