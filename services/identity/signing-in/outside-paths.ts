import { fillText } from '@domain/text';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import { redirect, type PageRequest } from '../http/exchange';
import { html, type Html } from '../pages/html';
import { returnAddress } from './sign-in-paths';
import type { OutsideFailure } from '../outside/relying-party';

/** Where a login was started: within a sign-in request of a client (`uid`), or on its own, to return to an address. */
export interface Place {
  uid: string;
  /** '' if none was given. */
  returnUrl: string;
}

export const placeOf = (visit: PageRequest): Place => ({ uid: visit.uid, returnUrl: returnAddress(visit) ?? '' });

/** Address of a page for a login at an outside provider. */
export function outsidePath(
  visit: PageRequest,
  page: string,
  more: Record<string, string> = {},
  place: Place = placeOf(visit),
): string {
  const { mountPath } = visit.services;
  const base = place.uid === '' ? mountPath : `${mountPath}/interaction/${place.uid}`;
  return `${base}/outside/${page}${queryOf(place, more)}`;
}

/** Address of the page on which owners link and unlink providers. */
export function waysAddress(visit: PageRequest, more: Record<string, string> = {}, place = placeOf(visit)): string {
  return `${visit.services.mountPath}/ways-to-log-in${queryOf(place, more)}`;
}

function queryOf({ uid, returnUrl }: Place, more: Record<string, string>): string {
  const query = new URLSearchParams({ ...(uid === '' && returnUrl !== '' && { returnUrl }), ...more }).toString();
  return query === '' ? '' : `?${query}`;
}

/** Address at the web app's provider to which outside providers send browsers back. It is registered with them. */
export function callbackAddress(visit: PageRequest, provider: SignInProvider): string {
  return `${visit.services.ownOrigin}${visit.services.mountPath}/outside/callback/${provider.id}`;
}

/** The provider whose id the address ends with, if there is one. */
export function providerInPath({ services, context }: PageRequest): SignInProvider | undefined {
  const id = context.path.split('/').at(-1);
  return services.outside.providers.find((provider) => provider.id === id);
}

export interface Failure {
  reason: OutsideFailure | 'taken';
  provider?: SignInProvider | undefined;
  place?: Place;
  /** Whether the provider was to be linked in the profile. */
  isLink?: boolean;
}

/** Shows why a login failed, at an address that may be reloaded and read in another language. */
export function fail(visit: PageRequest, { reason, provider, place = placeOf(visit), isLink = false }: Failure): void {
  const more = { reason, ...(provider && { provider: provider.id }), ...(isLink && { link: 'yes' }) };
  redirect(visit.context, outsidePath(visit, 'failed', more, place));
}

/** Links that start a login at each provider. */
export function outsideLinks(visit: PageRequest): Html[] {
  const { frame, services } = visit;
  return services.outside.providers.map(({ id, label }) => {
    const text = fillText(frame.texts.outside.logIn, { provider: label[frame.language] });
    return html`<a class="button button-quiet" href="${outsidePath(visit, `start/${id}`)}">${text}</a>`;
  });
}
