import type { Account } from '../accounts/accounts';
import type { PageRequest } from '../http/exchange';
import { completeSignIn } from '../signing-in/interaction';
import type { OutsidePerson } from '../store/outside-person';
import { forgetLogin } from './kept-login';

/**
 * Signs in to the account of an outside identity. Every such sign-in ends here. So this is the place that asks for a
 * second factor of the account, if the settings require one and the provider has not asked for one itself.
 */
export async function finishOutsideSignIn(visit: PageRequest, account: Account, person: OutsidePerson): Promise<void> {
  forgetLogin(visit);
  await completeSignIn(visit, account, methodsOfPerson(person));
}

/** Authentication methods of a sign-in with an outside provider, which does not tell of a password (RFC 8176). */
export function methodsOfPerson({ usedSecondFactor }: OutsidePerson): string[] {
  return usedSecondFactor ? ['mfa'] : [];
}
