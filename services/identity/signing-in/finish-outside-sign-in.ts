import type { Account } from '../accounts/accounts';
import type { PageRequest } from '../http/exchange';
import { methodsOfPerson } from '../outside/outside-services';
import type { OutsidePerson } from '../store/outside-person';
import { completeSignIn } from './interaction';

/**
 * Signs in to the account of an outside identity. Every login that comes back from an outside provider ends here. So
 * this is the place that asks for a second factor of the account, if the settings require one and the provider has not
 * asked for one itself (`person.usedSecondFactor`).
 */
export async function finishOutsideSignIn(visit: PageRequest, account: Account, person: OutsidePerson): Promise<void> {
  await completeSignIn(visit, account, methodsOfPerson(person));
}
