import { safeReturnUrl } from '@domain/same-origin';
import type { Keys } from '@domain/secrets';

import { cookieHeader } from './cookies';
import { flashCookie } from './flash';
import { loginAddress } from './guards';
import type { OpenIdClient, Prompt } from './open-id-client';
import type { TokenSet, Sessions } from './sessions';
import { SignInFailure, type SignIn } from './sign-in';
import {
  browserCookieHeader,
  browserOf,
  newBrowser,
  newStart,
  openStart,
  portableReturnUrl,
  sealStart,
} from './sign-in-start';

/** Life of a started sign-in (spec section 9, 'stale state age'). */
const signInLifeMs = 900_000;
const returnUrlPlace = '{returnUrl}';

/** Addresses outside; where they contain `{returnUrl}`, it becomes the address on this site to return to. */
export interface AccountPages {
  register?: string | undefined;
  profile?: string | undefined;
}

export interface SignInParts {
  client: OpenIdClient;
  sessions: Sessions;
  origin: string;
  issuer: string;
  /** Pages for registering and for accounts, if they are not those of our own provider. */
  accountPages?: AccountPages;
  /** Name of the session cookie, and the session id of this request. */
  sessionCookie: string;
  sessionId: string | null;
  /** Keys that seal the `state`. */
  startKeys: Keys;
  setCookie(header: string): void;
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

  /** Whether the browser's ended session was that of another account, whose messages and pages are then not shown. */
  async function isAnotherAccount({ user }: TokenSet): Promise<boolean> {
    const before = parts.sessionId ? await sessions.find(parts.sessionId, 'look') : null;
    return before?.state === 'ended' && before.subject !== user.subject;
  }

  async function start(
    request: Request,
    returnUrl: string,
    { isRepeated = false, prompt }: { isRepeated?: boolean; prompt?: Prompt } = {},
  ): Promise<Response> {
    const browser = browserOf(request.headers.get('Cookie')) ?? newBrowser();
    const begun = newStart(browser, returnUrl, isRepeated);
    const address = await client.begin({ ...begun, state: sealStart(begun, parts.startKeys) }, prompt);
    setCookie(browserCookieHeader(browser, https));
    return new Response(null, { status: 302, headers: { Location: address } });
  }

  const ownPage = (name: string) => `${parts.issuer.replace(/\/$/, '')}/${name}?returnUrl=${returnUrlPlace}`;

  async function toAccountPage(page: string, back: string): Promise<Response> {
    // Whoever meets an outage reads about it here.
    await client.reachable();
    const Location = page.replaceAll(returnUrlPlace, encodeURIComponent(origin + back));
    return new Response(null, { status: 302, headers: { Location } });
  }

  return {
    start: (request, returnUrl) => start(request, returnUrl),

    async complete(request) {
      const state = new URL(request.url).searchParams.get('state') ?? '';
      const begun = openStart(state, parts.startKeys);
      if (!begun) throw new SignInFailure('callback');
      const returnUrl = safeReturnUrl(begun.returnUrl, origin) ?? '/';
      const isOwn = browserOf(request.headers.get('Cookie')) === begun.browser;
      // A browser without cookies would be redirected in circles.
      if (!isOwn && begun.isRepeated) throw new SignInFailure('callback');
      // If entering the password took too long, or another tab has replaced the cookie, the user has signed in at the
      // provider by now, so a new start completes without typing anything. A sign-in that was started in another
      // browser is not completed either.
      if (!isOwn || Date.now() - begun.startedAt > signInLifeMs) return start(request, returnUrl, { isRepeated: true });
      const tokens = await client.complete(request, { ...begun, state });
      const isAnother = await isAnotherAccount(tokens);
      // Every sign-in gets a new id, so that an id that was known before is useless (session fixation).
      if (parts.sessionId) await sessions.end(parts.sessionId);
      setCookie(cookieHeader(parts.sessionCookie, await sessions.create(tokens), { https }));
      if (isAnother) setCookie(cookieHeader(flashCookie, '', { https, maxAgeSeconds: 0 }));
      return new Response(null, { status: 302, headers: { Location: isAnother ? '/' : returnUrl } });
    },

    async end() {
      const idToken = await endHere();
      const loggedOut = '/authentication/logged-out';
      // The user is signed out here even if the provider cannot be reached.
      const address = idToken ? await client.endSessionAddress(idToken).catch(() => null) : null;
      return new Response(null, { status: 303, headers: { Location: address ?? loggedOut } });
    },

    async endByToken(logoutToken) {
      const named = await client.readLogoutToken(logoutToken);
      return named ? sessions.endByProvider(named) : null;
    },

    async register(request, returnUrl) {
      const page = parts.accountPages?.register;
      if (!page && (await client.canRegister())) return start(request, returnUrl, { prompt: 'create' });
      const back = returnUrl === '/' ? '/authentication/login' : loginAddress(portableReturnUrl(returnUrl));
      return toAccountPage(page ?? ownPage('register'), back);
    },

    profile: (returnUrl) => toAccountPage(parts.accountPages?.profile ?? ownPage('profile'), returnUrl),
  };
}
