import { useTranslation } from 'react-i18next';

import type { AccountView } from '@domain/api/administered-accounts';
import { knownRoles } from '@domain/roles';

import { ActButton } from '~/components/administration/act-button';
import { paths } from '~/paths';

/** What an administrator can do with an account at once: lock, roles, sessions, password, two-step login. */
export function AccountActs({ view: { account, isOwn } }: { view: AccountView }) {
  const { t } = useTranslation('administration');
  const pageOf = (act: string) => `${paths.administrationAccount(account.id)}?act=${act}`;
  const isLocked = account.lockedAt !== null;
  return (
    <>
      <section aria-labelledby="access">
        <h3 id="access">{t('account.access.heading')}</h3>
        <p>{t(isLocked ? 'account.access.locked' : 'account.access.hint')}</p>
        {isOwn && !isLocked ? <p className="notice">{t('account.access.own')}</p> : null}
        <div className="field">
          <ActButton
            page={pageOf(isLocked ? 'unlock' : 'lock')}
            fields={{}}
            text={t(isLocked ? 'acts.unlock' : 'acts.lock')}
          />
        </div>
        <div className="field">
          <p>{t('account.access.sessions')}</p>
          <ActButton
            page={pageOf('end-sessions')}
            fields={{ generation: String(account.generation) }}
            text={t('acts.endSessions')}
          />
        </div>
        {isLocked ? null : (
          <div className="field">
            <p>{t('account.access.password')}</p>
            <ActButton page={pageOf('mail-password')} fields={{}} text={t('acts.mailPassword')} />
          </div>
        )}
        {account.hasTwoSteps ? (
          <div className="field">
            <p>{t('account.access.twoSteps')}</p>
            <ActButton page={pageOf('remove-two-step')} fields={{}} text={t('acts.removeTwoSteps')} />
          </div>
        ) : null}
      </section>
      <section aria-labelledby="roles">
        <h3 id="roles">{t('account.roles.heading')}</h3>
        <p>{t('account.roles.hint')}</p>
        <ul>
          {knownRoles.map((role) => {
            const isHeld = account.roles.includes(role);
            const isByProvider = account.providerRoles.includes(role);
            return (
              <li key={role}>
                <strong lang="en">{role}</strong>: {t(`account.roles.names.${role}`)}{' '}
                {t(`account.roles.${isByProvider ? 'heldByProvider' : isHeld ? 'held' : 'notHeld'}`)}
                {isByProvider ? null : (
                  <ActButton
                    page={pageOf(isHeld ? 'remove-role' : 'add-role')}
                    fields={{ role }}
                    text={t(isHeld ? 'acts.removeRole' : 'acts.addRole')}
                    label={t(isHeld ? 'acts.removeRoleOf' : 'acts.addRoleOf', { role })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
