import { hashOf } from '@domain/secrets';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import { redirect, type PageRequest, type Screen } from '../http/exchange';
import { findAccountByEmail } from '../store/accounts';
import { findIdentity, renewIdentity } from '../store/outside-identities';
import { requireInteraction } from '../signing-in/interaction';
import { isFirstAnswer } from '../signing-in/attempt-limits';
import { finishOutsideSignIn } from '../signing-in/finish-outside-sign-in';
import { forgetLogin, keepLogin, keptLogin, openStart, type KeptLogin, type StartedLogin } from './kept-login';
import { callbackAddress, fail, outsidePath, providerInPath, waysAddress } from '../signing-in/outside-paths';
import { OutsideError, type OutsideFailure } from '../outside/relying-party';
import { answerUnknown, noteFailure } from './start-login';

/** The address to which providers send browsers back. It has no page: everything leads on to one that can be reloaded. */
export const receiveLogin: Screen = async (visit) => {
  const provider = providerInPath(visit);
  if (!provider) return answerUnknown(visit);
  const { state } = visit.context.query;
  const start = typeof state === 'string' ? openStart(visit, state) : null;
  if (typeof state !== 'string' || start?.provider !== provider.id) return fail(visit, { reason: 'broken', provider });
  const begun = { provider, place: start, isLink: start.linkTo !== null };
  const refusal = await refusalOf(visit, start, state);
  if (refusal) return fail(visit, { reason: refusal, ...begun });
  const callback = new URL(callbackAddress(visit, provider));
  callback.search = visit.context.search;
  try {
    const person = await visit.services.outside.party.redeem(provider, callback, { ...start, state });
    keepLogin(visit, { person, linkTo: start.linkTo });
    redirect(visit.context, outsidePath(visit, 'continue', {}, start));
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.reason !== 'refused') noteFailure(visit, provider, error);
    fail(visit, { reason: error.reason, ...begun });
  }
};

/** Why an answer is not accepted, before the provider is asked what it means. */
async function refusalOf(
  visit: PageRequest,
  start: StartedLogin & { isExpired: boolean },
  state: string,
): Promise<OutsideFailure | null> {
  if (start.browser !== hashOf(visit.formToken)) return 'other-browser';
  if (start.isExpired) return 'expired';
  return (await isFirstAnswer(visit.services, state)) ? null : 'used';
}

/** Signs in, or leads to the page that asks for what is missing. */
export const continueLogin: Screen = async (visit) => {
  const kept = keptLogin(visit);
  if (!kept) return fail(visit, { reason: 'expired' });
  if (kept.linkTo !== null) return continueLink(visit, kept, kept.linkTo);
  await requireInteraction(visit);
  const { services, context } = visit;
  const { person } = kept;
  const account = await renewIdentity(services.db, person, services.now());
  if (account) {
    forgetLogin(visit);
    return finishOutsideSignIn(visit, account, person);
  }
  const isKnown = person.isEmailVerified && (await findAccountByEmail(services.db, person.email)) !== null;
  redirect(context, outsidePath(visit, isKnown ? 'link' : 'new-account'));
};

async function continueLink(visit: PageRequest, { person }: KeptLogin, accountId: string): Promise<void> {
  const { services, context } = visit;
  const found = await findIdentity(services.db, person);
  if (!found) return redirect(context, outsidePath(visit, 'link'));
  forgetLogin(visit);
  if (found.accountId === accountId) {
    await renewIdentity(services.db, person, services.now());
    return redirect(context, waysAddress(visit, { done: 'linked' }));
  }
  fail(visit, { reason: 'taken', provider: providerOf(visit, person.provider), isLink: true });
}

const providerOf = ({ services }: PageRequest, id: string): SignInProvider | undefined =>
  services.outside.providers.find((provider) => provider.id === id);
