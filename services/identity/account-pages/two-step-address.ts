import type { PageRequest } from '../http/exchange';
import { returnQuery } from '../signing-in/sign-in-paths';

/** Value of `saved` in the address of the page: what has just been done; `outdated`: nothing, because its page was too old. */
export const savedChanges = ['app', 'app-removed', 'passkey', 'passkey-removed', 'outdated'] as const;
export type Saved = (typeof savedChanges)[number];

/** Address of a page about two-step sign-in, which leads back to where the profile was opened. */
export function twoStepAddress(visit: PageRequest, page = '', saved?: Saved): string {
  const back = returnQuery(visit);
  const note = saved === undefined ? '' : `${back === '' ? '?' : '&'}saved=${saved}`;
  return `${visit.services.mountPath}/two-step${page && `/${page}`}${back}${note}`;
}

/** Address of the page that removes a passkey. */
export function removalAddress(visit: PageRequest, passkeyId: string): string {
  const address = twoStepAddress(visit, 'remove-passkey');
  return `${address}${address.includes('?') ? '&' : '?'}passkey=${encodeURIComponent(passkeyId)}`;
}
