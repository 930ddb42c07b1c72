import type { WaysToLogIn } from '@domain/api/administered-accounts';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import type { AccountRow } from '../store/accounts';
import type { Queryable } from '../store/database';
import { listIdentities } from '../store/outside-identities';

/** What the settings say about logins with outside providers. */
export interface OutsideSettings {
  providers: readonly Pick<SignInProvider, 'issuer' | 'label'>[];
  /** Days for which roles of a provider count after a login with it. */
  roleDays: number;
}

/** Default of `OUTSIDE_ROLE_DAYS`. */
export const defaultRoleDays = 90;

/** Those of commands, which show no logins. */
const noSettings: OutsideSettings = { providers: [], roleDays: defaultRoleDays };

const dayMs = 24 * 60 * 60 * 1000;

/** How somebody can log in to an account, for administrators; the outside logins with the oldest first. */
export async function waysToLogIn(
  db: Queryable,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
  { providers, roleDays } = noSettings,
): Promise<WaysToLogIn> {
  const identities = await listIdentities(db, id);
  return {
    hasPassword: passwordHash !== '',
    logins: identities.map(({ issuer, shownAs, roles, linkedAt, usedAt }) => ({
      ...{ issuer, shownAs, roles },
      provider: providers.find((each) => each.issuer === issuer)?.label ?? null,
      linkedAt: linkedAt.toISOString(),
      usedAt: usedAt.toISOString(),
      rolesEndAt: roles.length === 0 ? null : new Date(usedAt.getTime() + roleDays * dayMs).toISOString(),
    })),
  };
}
