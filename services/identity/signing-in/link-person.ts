import type { PageRequest } from '../http/exchange';
import { labelOf } from '../outside/outside-services';
import type { AccountRow } from '../store/accounts';
import { findIdentity, linkIdentity } from '../store/outside-identities';
import type { OutsidePerson } from '../store/outside-person';
import { outsidePath } from './outside-paths';
import type { EnteredAccount } from './first-step';

/** Lets an outside identity log in to an account, and mails its owner. False if the identity belongs to an account already. */
export async function linkPerson(visit: PageRequest, account: AccountRow, person: OutsidePerson): Promise<boolean> {
  const { services, frame } = visit;
  const { language } = frame;
  const label = labelOf(services.outside, person.provider, language);
  const isLinked = await linkIdentity(services.db, { account, person, label, language, now: services.now() });
  if (isLinked) services.sendMails();
  return isLinked;
}

/** Links the outside identity with which the first step began, if there is one. False if it belongs to another account. */
export async function linkEntered(visit: PageRequest, account: EnteredAccount): Promise<boolean> {
  const { toLink } = account;
  if (!toLink || (await linkPerson(visit, account, toLink))) return true;
  return (await findIdentity(visit.services.db, toLink))?.accountId === account.id;
}

/** Address of the page which says that the identity belongs to another account. */
export function takenAddress(visit: PageRequest, { toLink }: Pick<EnteredAccount, 'toLink'>): string {
  return outsidePath(visit, 'failed', { reason: 'taken', provider: toLink?.provider ?? '' });
}
