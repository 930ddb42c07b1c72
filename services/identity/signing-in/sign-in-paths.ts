import type { PageRequest } from '../http/exchange';

/** Addresses of the sign-in pages, either within a sign-in request of a client or on their own. */
export function signInPaths(visit: PageRequest) {
  const { mountPath } = visit.services;
  const base = visit.uid === '' ? mountPath : `${mountPath}/interaction/${visit.uid}`;
  const returnTo = visit.uid === '' ? returnQuery(visit) : '';
  return {
    signIn: (visit.uid === '' ? `${base}/sign-in` : base) + returnTo,
    register: `${base}/register${returnTo}`,
    registered: `${base}/register/sent${returnTo}`,
    forgotten: `${base}/forgotten-password${returnTo}`,
    resetSent: `${base}/forgotten-password/sent${returnTo}`,
    ...stepPaths(visit, returnTo),
  };
}

/** Addresses of what may follow the password. */
function stepPaths({ uid, services }: PageRequest, returnTo: string) {
  const base = `${services.mountPath}/${uid === '' ? 'sign-in' : `interaction/${uid}`}`;
  return {
    code: `${base}/code${returnTo}`,
    passkey: `${base}/passkey${returnTo}`,
    recovery: `${base}/recovery-code${returnTo}`,
    setUp: `${base}/two-step${returnTo}`,
  };
}

/** Address to return to if one was given and it belongs to the web app or the provider, otherwise null. */
export function returnAddress(visit: PageRequest): string | null {
  const given = visit.context.query.returnUrl;
  if (typeof given !== 'string' || !URL.canParse(given, visit.services.origin)) return null;
  const url = new URL(given, visit.services.origin);
  // The origin of a blob: address is that of its page.
  const isOwn = [visit.services.origin, visit.services.ownOrigin].includes(url.origin) && url.protocol !== 'blob:';
  return isOwn ? url.href : null;
}

export function returnQuery(visit: PageRequest): string {
  const address = returnAddress(visit);
  return address === null ? '' : `?returnUrl=${encodeURIComponent(address)}`;
}

/** Address of the web app that starts a sign-in. With a session at the provider, the user is not asked again. */
export function webSignIn(visit: PageRequest): string {
  return `${visit.services.origin}/authentication/login`;
}
