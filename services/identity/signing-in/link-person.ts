import type { PageRequest } from '../http/exchange';
import { labelOf } from '../outside/outside-services';
import type { AccountRow } from '../store/accounts';
import { linkIdentity } from '../store/outside-identities';
import type { OutsidePerson } from '../store/outside-person';

/** Lets an outside identity log in to an account, and mails its owner. False if the identity belongs to an account already. */
export async function linkPerson(visit: PageRequest, account: AccountRow, person: OutsidePerson): Promise<boolean> {
  const { services, frame } = visit;
  const { language } = frame;
  const label = labelOf(services.outside, person.provider, language);
  const isLinked = await linkIdentity(services.db, { account, person, label, language, now: services.now() });
  if (isLinked) services.sendMails();
  return isLinked;
}
