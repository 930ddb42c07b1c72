import { answer, type PageRequest } from '../http/exchange';
import { link, messagePage } from '../pages/form-page';
import { outsideEntrance } from '../store/generation';
import type { OutsidePerson } from '../store/outside-person';
import { followFirstStep } from './code';
import { signInPaths } from './sign-in-paths';
import type { EnteredAccount } from './first-step';

/**
 * Goes on after a login at an outside provider, as after the right password: with the second factor of the account if
 * it has one, or with its set-up if a role requires one and the provider has not asked for one itself.
 */
export async function finishOutsideSignIn(
  visit: PageRequest,
  account: EnteredAccount,
  person: OutsidePerson,
): Promise<void> {
  if (account.lockedAt) {
    const { frame, services } = visit;
    const { problems, signIn, outside } = frame.texts;
    const support = link(`${services.origin}/info/support`, frame.frameTexts.common.footer.support);
    const other = link(signInPaths(visit).signIn, outside.otherWay);
    return answer(visit, messagePage(signIn.title, [problems.accountLocked, support, other]), 403);
  }
  await followFirstStep(visit, { ...account, entrance: outsideEntrance(person) });
}
