import { fillText } from '@domain/text';
import { retryAfterSeconds } from '@domain/outage';

import { answer, type PageRequest, type Screen } from '../http/exchange';
import { link, messagePage } from '../pages/form-page';
import { signInPaths } from '../signing-in/sign-in-paths';
import { labelOf } from '../outside/outside-services';
import { outsidePath, waysAddress, type Failure } from '../signing-in/outside-paths';

type Reason = Failure['reason'];

const statuses: Record<Reason, number> = {
  away: 503,
  // Not 502: that of a proxy in front would be shown instead of the page.
  broken: 400,
  refused: 403,
  taken: 409,
  used: 400,
  expired: 400,
  'other-browser': 400,
};

const isReason = (value: unknown): value is Reason => typeof value === 'string' && Object.hasOwn(statuses, value);

/** Says in words why a login at an outside provider failed, with the ways on. Changes nothing. */
export const showFailedLogin: Screen = async (visit) => {
  const { context, frame, services } = visit;
  const { reason: given, provider: id, link: isLink } = context.query;
  const reason = isReason(given) ? given : 'broken';
  const known = services.outside.providers.find((provider) => provider.id === id);
  const { failed } = frame.texts.outside;
  const provider = known ? labelOf(services.outside, known.id, frame.language) : failed.unnamed;
  if (reason === 'away') context.set('Retry-After', String(retryAfterSeconds));
  const text = fillText(failed[reason], { provider });
  const ways = isLink === 'yes' ? linkingWays(visit) : signingInWays(visit, known?.id, provider);
  answer(visit, messagePage(fillText(failed.title, { provider }), [text, ...ways]), statuses[reason]);
};

function signingInWays(visit: PageRequest, id: string | undefined, provider: string) {
  const { failed } = visit.frame.texts.outside;
  const again = id === undefined ? [] : [link(outsidePath(visit, `start/${id}`), fillText(failed.again, { provider }))];
  return [...again, link(signInPaths(visit).signIn, failed.logInPage)];
}

function linkingWays(visit: PageRequest) {
  return [link(waysAddress(visit), visit.frame.texts.outside.backToWays)];
}
