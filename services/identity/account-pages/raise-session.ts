import type { PageRequest } from '../http/exchange';
import { startSession } from '../provider/session';
import { webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import type { AccountRow } from '../store/accounts';
import type { Factor } from '../store/generation';
import { type Saved, twoStepAddress } from './two-step-address';

/** Gives the session of this browser a second factor. Returns the address with which the web app learns of it. */
export async function raiseSession(
  visit: PageRequest,
  account: AccountRow,
  { factor, saved }: { factor: Factor; saved: Saved },
): Promise<string> {
  await startSession(visit.services, visit.context, account, factor);
  await rememberBrowser(visit.services, visit.context, account, factor);
  const page = encodeURIComponent(twoStepAddress(visit, '', saved));
  return `${webSignIn(visit)}?again=yes&returnUrl=${page}`;
}
