import type { Language } from '@domain/language';

import type { HttpContext, IdentityServices } from '../http/exchange';
import { type Outcome, tryCode } from './attempt-limits';
import type { AccountRow } from '../store/accounts';
import { acceptStep, findAppSecret, useRecoveryCode } from '../store/second-factors';
import { digitsOf, stepOfCode } from '../second-factor/authenticator-app';
import { recoveryCodeHash } from '../second-factor/recovery-codes';

interface TypedCode {
  account: AccountRow;
  code: string;
  /** Of the mail about a used recovery code. */
  language: Language;
}

/** Tries a code of the authenticator app, or a recovery code, within the attempt limits. A right code is used up. */
export function tryAnyCode(services: IdentityServices, context: HttpContext, typed: TypedCode): Promise<Outcome> {
  const { account, code, language } = typed;
  return tryCode(services, context, account, async () => {
    if (digitsOf(code) !== null) return acceptAppCode(services, account, code);
    const change = { account, language, now: services.now() };
    return useRecoveryCode(services.db, change, recoveryCodeHash(account.id, code));
  });
}

async function acceptAppCode(services: IdentityServices, account: AccountRow, code: string): Promise<boolean> {
  const { db, factorKeys, now } = services;
  const sealed = await findAppSecret(db, account.id);
  const step = sealed && stepOfCode(factorKeys, { accountId: account.id, sealed, code, now: now() });
  return step ? acceptStep(db, account.id, step) : false;
}
