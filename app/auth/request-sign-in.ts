import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { safeReturnUrl } from '@domain/return-url';

import { cookieHeader, readCookie } from './cookies';
import { flashCookie } from './flash';
import type { OpenIdClient, TokenSet } from './open-id-client';
import { stateCookie } from './open-id-client';
import type { Sessions } from './sessions';
import { SignInFailure, type SignIn } from './sign-in';

/** Stem of the cookies that keep where a started sign-in comes back to, by its state. */
const returnCookie = 'return';
/** How long a browser remembers it: longer than the sign-in itself, which may be begun anew on the way. */
const rememberSeconds = 24 * 3600;
/** Longer than any address a server takes in. */
const maxAddressBytes = 64 * 1024;

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

/** Whether the browser began this sign-in, but so long ago that its state is no longer known. */
function isStale(cookies: string | null, state: string): boolean {
  const isKnown = (cookies ?? '')
    .split(';')
    .some((pair) => pair.trim().startsWith(`${stateCookie}:`) && pair.includes(state));
  return !isKnown && readCookie(cookies, returnCookieName(state)) !== null;
}

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

  /** Whether the browser's session that has ended was another account's: what that one left is not shown to this one. */
  async function isAnotherAccount({ user }: TokenSet): Promise<boolean> {
    const before = parts.sessionId ? await sessions.find(parts.sessionId, 'look') : null;
    return before?.state === 'ended' && before.subject !== user.subject;
  }

  async function start(request: Request, returnUrl: string): Promise<Response> {
    // The strategy takes a request with `state` for the callback: sign-in starts from a bare address.
    const bare = new Request(`${origin}/authentication/login`, { headers: request.headers });
    const redirect = await client.authenticate(bare);
    if (!(redirect instanceof Response)) throw new SignInFailure('callback');
    const name = returnCookieName(stateOf(redirect.headers.get('Location') ?? origin));
    setCookie(cookieHeader(name, packAddress(returnUrl), { https, maxAgeSeconds: rememberSeconds }));
    return redirect;
  }

  return {
    start,

    async complete(request) {
      const cookies = request.headers.get('Cookie');
      const kept = unpackAddress(readCookie(cookies, returnCookieName(stateOf(request.url))) ?? '');
      const returnUrl = safeReturnUrl(kept, origin) ?? '/';
      // Who took long over the password has signed in with the provider by now: nothing has to be typed again.
      if (isStale(cookies, stateOf(request.url))) {
        setCookie(cookieHeader(returnCookieName(stateOf(request.url)), '', { https, maxAgeSeconds: 0 }));
        return start(request, returnUrl);
      }
      const tokens = await client.authenticate(request);
      if (tokens instanceof Response) throw new SignInFailure('callback');
      const isAnother = await isAnotherAccount(tokens);
      // A new id at every sign-in: one known from before is worth nothing afterwards.
      if (parts.sessionId) await sessions.end(parts.sessionId);
      setCookie(cookieHeader(parts.sessionCookie, await sessions.create(tokens), { https }));
      setCookie(cookieHeader(returnCookieName(stateOf(request.url)), '', { https, maxAgeSeconds: 0 }));
      expireStateCookies(cookies, stateOf(request.url), https, setCookie);
      if (isAnother) setCookie(cookieHeader(flashCookie, '', { https, maxAgeSeconds: 0 }));
      return new Response(null, { status: 302, headers: { Location: isAnother ? '/' : returnUrl } });
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

/** Packed for a cookie: browsers drop one of more than 4096 bytes, and ticked results make long addresses. */
function packAddress(address: string): string {
  return deflateRawSync(address).toString('base64url');
}

/** What `packAddress` packed; the start page for anything else. */
function unpackAddress(packed: string): string {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: maxAddressBytes }).toString();
  } catch {
    return '/';
  }
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
