import { randomBytes } from 'node:crypto';

import { hashOf } from '@domain/secrets';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { link, messagePage } from '../pages/form-page';
import { admitSignInStart } from '../signing-in/attempt-limits';
import { refuseTooMany, requireInteraction } from '../signing-in/interaction';
import { sealStart, type StartedLogin } from './kept-login';
import { callbackAddress, fail, placeOf, providerInPath } from '../signing-in/outside-paths';
import { OutsideError } from '../outside/relying-party';

/** Longer addresses to return to are left out, because `state` travels in an address. */
const maxReturnCharacters = 1500;

/** Sends the browser to the provider that the address names, to log in. */
export const startLogin: Screen = async (visit) => {
  await requireInteraction(visit);
  await sendAway(visit, null);
};

/** Sends the browser to a provider. `linkTo` is the account to which the identity there is to be linked. */
export async function sendAway(visit: PageRequest, linkTo: string | null): Promise<void> {
  const provider = providerInPath(visit);
  if (!provider) return answerUnknown(visit);
  // A picture or a frame on another site must not start anything.
  const target = visit.context.get('sec-fetch-dest');
  if (target !== '' && target !== 'document') return answerEmbedded(visit);
  const { services, context } = visit;
  const verdict = await admitSignInStart(services, services.addressOf(context));
  if (!verdict.allowed) {
    const { tooManyStartsTitle } = visit.frame.texts.errors;
    return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => messagePage(tooManyStartsTitle, [text]));
  }
  const start = newStart(visit, provider, linkTo);
  const state = sealStart(visit, start);
  try {
    const checks = { ...start, state };
    const address = await services.outside.party.authorizationAddress(
      provider,
      callbackAddress(visit, provider),
      checks,
    );
    redirect(context, address.href);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    noteFailure(visit, provider, error);
    fail(visit, { reason: error.reason, provider, isLink: linkTo !== null });
  }
}

function newStart(visit: PageRequest, provider: SignInProvider, linkTo: string | null): StartedLogin {
  const { uid, returnUrl } = placeOf(visit);
  return {
    provider: provider.id,
    uid,
    returnUrl: returnUrl.length > maxReturnCharacters ? '' : returnUrl,
    linkTo,
    browser: hashOf(visit.formToken),
    nonce: randomBytes(16).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
  };
}

/** Logs why a provider could not be used: only messages, because the errors of the library contain whole responses. */
export function noteFailure({ services }: PageRequest, provider: SignInProvider, error: OutsideError): void {
  const messages: string[] = [];
  for (let each = error.cause; each instanceof Error && messages.length < 5; each = each.cause)
    messages.push(each.message + codeOf(each));
  const why = [error.reason, ...messages].join(': ');
  services.log(`A login with the outside provider ${provider.id} failed: ${why}`);
}

/** The error code of an OAuth answer (RFC 6749, 5.2), which the message of the library leaves out; '' if there is none. */
function codeOf(error: Error & { error?: unknown }): string {
  return typeof error.error === 'string' && /^[\w.-]{1,60}$/.test(error.error) ? ` (${error.error})` : '';
}

/** There is no provider of this name, or no longer. */
export function answerUnknown(visit: PageRequest): void {
  const { errors } = visit.frame.texts;
  const home = link(`${visit.services.origin}/`, visit.frame.frameTexts.common.nav.home);
  answer(visit, messagePage(errors.notFoundTitle, [errors.notFound, home]), 404);
}

function answerEmbedded(visit: PageRequest): void {
  const { crossOriginTitle, crossOrigin } = visit.frame.texts.errors;
  answer(visit, messagePage(crossOriginTitle, [crossOrigin]), 403);
}
