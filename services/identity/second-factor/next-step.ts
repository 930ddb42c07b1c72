import type { AccountRow } from '../store/accounts';
import type { Database } from '../store/database';
import { hasOutsideFactor } from '../store/generation';
import { hasSecondFactor } from '../store/second-factors';

/**
 * What follows the first step: a code, or the set-up that a role requires; null if nothing does. A second factor of an
 * outside provider is enough for a role, but does not replace the one that an account has here.
 */
export async function nextStep(
  { db, requiredFactorRoles }: { db: Database; requiredFactorRoles: readonly string[] },
  account: Pick<AccountRow, 'id' | 'roles'>,
  methods: readonly string[] = [],
): Promise<'code' | 'setUp' | null> {
  if (await hasSecondFactor(db, account.id)) return 'code';
  return isFactorRequired(requiredFactorRoles, account) && !hasOutsideFactor(methods) ? 'setUp' : null;
}

/** Whether a role of the account requires two-step sign-in. */
export function isFactorRequired(
  requiredFactorRoles: readonly string[],
  { roles }: Pick<AccountRow, 'roles'>,
): boolean {
  return roles.some((role) => requiredFactorRoles.includes(role));
}
