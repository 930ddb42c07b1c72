import { safeReturnUrl } from '@domain/return-url';

import { cookieHeader, readCookie } from './cookies';
import type { OpenIdClient } from './open-id-client';
import { signInLifeSeconds, stateCookie } from './open-id-client';
import type { Sessions } from './sessions';
import { SignInFailure, type SignIn } from './sign-in';

/** Stem of the cookies that keep where a started sign-in comes back to, by its state. */
const returnCookie = 'return';

export interface SignInParts {
  client: OpenIdClient;
  sessions: Sessions;
  origin: string;
  clientId: string;
  issuer: string;
  /** Cookie of the session, and the id this request carried. */
  sessionCookie: string;
  sessionId: string | null;
  setCookie(header: string): void;
}

const returnCookieName = (state: string) => `${returnCookie}-${state.slice(0, 12)}`;
const stateOf = (address: string) => new URL(address).searchParams.get('state') ?? '';

/** The sign-in client bound to one request. */
export function bindSignIn(parts: SignInParts): SignIn {
  const { client, sessions, origin, setCookie } = parts;
  const https = origin.startsWith('https:');

  async function endHere(): Promise<string | null> {
    if (!parts.sessionId) return null;
    const found = await sessions.find(parts.sessionId);
    await sessions.end(parts.sessionId);
    setCookie(cookieHeader(parts.sessionCookie, '', { https, maxAgeSeconds: 0 }));
    return found?.state === 'active' ? found.tokens.idToken : null;
  }

  return {
    async start(request, returnUrl) {
      // The strategy takes a request with `state` for the callback: sign-in starts from a bare address.
      const bare = new Request(`${origin}/authentication/login`, { headers: request.headers });
      const redirect = await client.authenticate(bare);
      if (!(redirect instanceof Response)) throw new SignInFailure('callback');
      const state = stateOf(redirect.headers.get('Location') ?? origin);
      const kept = encodeURIComponent(returnUrl);
      setCookie(cookieHeader(returnCookieName(state), kept, { https, maxAgeSeconds: signInLifeSeconds }));
      return redirect;
    },

    async complete(request) {
      const tokens = await client.authenticate(request);
      if (tokens instanceof Response) throw new SignInFailure('callback');
      const cookies = request.headers.get('Cookie');
      const kept = readCookie(cookies, returnCookieName(stateOf(request.url)));
      // A new id at every sign-in: one known from before is worth nothing afterwards.
      if (parts.sessionId) await sessions.end(parts.sessionId);
      setCookie(cookieHeader(parts.sessionCookie, await sessions.create(tokens), { https }));
      setCookie(cookieHeader(returnCookieName(stateOf(request.url)), '', { https, maxAgeSeconds: 0 }));
      expireStateCookies(cookies, stateOf(request.url), https, setCookie);
      const location = safeReturnUrl(decodeURIComponent(kept ?? '/'), origin) ?? '/';
      return new Response(null, { status: 302, headers: { Location: location } });
    },

    async end() {
      const idToken = await endHere();
      const loggedOut = '/authentication/logged-out';
      // The provider may be gone: the user is signed out here all the same.
      const address = idToken ? await client.endSessionAddress(idToken).catch(() => null) : null;
      return new Response(null, { status: 303, headers: { Location: address ?? loggedOut } });
    },

    async endByToken(logoutToken) {
      const named = await client.readLogoutToken(logoutToken);
      return named ? sessions.endByProvider(named) : null;
    },

    async accountPage(page) {
      await client.reachable();
      const url = new URL(`${parts.issuer.replace(/\/$/, '')}/${page}`);
      const back = page === 'register' ? '/authentication/login' : '/';
      url.searchParams.set('returnUrl', `${origin}${back}`);
      return url.href;
    },

    configuration(name) {
      return name === parts.clientId ? client.configuration() : null;
    },
  };
}

/** remix-auth-oauth2 leaves the cookie of a finished sign-in to its age: it is spent now. */
function expireStateCookies(
  header: string | null,
  state: string,
  https: boolean,
  setCookie: (header: string) => void,
): void {
  for (const pair of header?.split(';') ?? []) {
    const name = pair.split('=')[0]?.trim() ?? '';
    const spent = state !== '' && pair.includes(state);
    if (name.startsWith(`${stateCookie}:`) && spent)
      setCookie(cookieHeader(name, '', { https, maxAgeSeconds: 0 }));
  }
}
