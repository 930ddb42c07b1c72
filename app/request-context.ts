import type { AppLoadContext } from '@remix-run/node';

import type { Language } from '@domain/language-code';
import type { Operator } from '@domain/operator';
import { type OutageStatus, outageStatus } from '@domain/outage';
import { deriveKeys } from '@domain/secrets';

import { readCookie, sessionCookieName } from './auth/cookies';
import { bindFlash } from './auth/flash';
import { formTokenOf, holdsFormToken } from './auth/form-token';
import type { OpenIdClient } from './auth/open-id-client';
import { loadRequestSession } from './auth/request-session';
import { type AccountPages, bindSignIn } from './auth/request-sign-in';
import { enforceSameOrigin, isOwnForm } from './auth/same-origin-check';
import type { FoundSession, Sessions } from './auth/sessions';
import { formerCookieRemovals } from './auth/sign-in-start';
import { paths } from './paths';
import type { RepositoryTransport } from './repository-client/transport';
import type { DraftStore } from './store/drafts';

export interface RequestOptions {
  origin: string;
  issuer: string;
  accountPages?: AccountPages;
  clientId: string;
  /** Values of SESSION_SECRET, the one in force first. */
  sessionSecrets: readonly string[];
  timeZone: string;
  minFileBytes: number;
  maxFileBytes: number;
  operator: Operator;
  /** Caches that many readers share; `seconds` 0: they keep nothing. */
  sharedCache: { seconds: number };
  sessions: Sessions;
  openId: OpenIdClient;
  /** Whether an access token is still valid, if the provider can be asked without a request. */
  tokenHolds?: (accessToken: string) => Promise<boolean>;
  /** Drafts of the user of a session, which may have ended. */
  draftsOf(session: FoundSession | null): DraftStore;
  repository: RepositoryTransport;
  /** Address of the present visitor; '' if it is not known. */
  visitorAddress?(): string;
  reportError(error: unknown, reference?: string): void;
}

/** A request with its context for loaders and actions. */
export interface OpenedRequest {
  context: AppLoadContext;
  /** The request to handle; null if it comes from another site. */
  admitted: Request | null;
  /** The form certainly comes from one of our own pages. */
  isOwn: boolean;
  /** Status of the response if something that it needs is away or full; null otherwise. */
  outage(): OutageStatus | null;
  /** `Set-Cookie` headers of the finished response. */
  setCookieHeaders(): string[];
}

/** Creates the function that opens requests: session, flash message, sign-in and cookies. */
export function createContexts(options: RequestOptions) {
  const { origin, timeZone, minFileBytes, maxFileBytes, operator, repository, reportError } = options;
  const mayBeShared = options.sharedCache.seconds > 0;
  const settings = { origin, timeZone, minFileBytes, maxFileBytes, operator, mayBeShared, repository, reportError };
  const { openId: client, sessions, issuer, accountPages } = options;
  const https = origin.startsWith('https:');
  const sessionCookie = sessionCookieName(https);
  const keys = {
    flash: deriveKeys(options.sessionSecrets, 'flash'),
    form: deriveKeys(options.sessionSecrets, 'form'),
    signIn: deriveKeys(options.sessionSecrets, 'sign-in'),
  };

  return async (request: Request, language: Language, nonce: string): Promise<OpenedRequest> => {
    const cookies = request.headers.get('Cookie');
    const sessionId = readCookie(cookies, sessionCookie) || null;
    const admitted = await enforceSameOrigin(request, {
      ownOrigin: origin,
      carriesSession: sessionId !== null,
      verifyToken: (token) => sessionId !== null && holdsFormToken(token, sessionId, keys.form),
    });
    const setCookies = formerCookieRemovals(cookies, https);
    const flash = bindFlash(cookies, keys.flash, https);
    const { session, outage: first } = await findSession(request, sessionId, options);
    let outage = first;
    const active = session?.state === 'active' ? session : null;
    const setCookie = (header: string) => void setCookies.push(header);
    const context: AppLoadContext = {
      ...settings,
      language,
      cspNonce: nonce,
      visitor: options.visitorAddress?.() ?? '',
      user: active?.tokens.user ?? null,
      signedInUntil: active?.until ?? null,
      accessToken: active?.tokens.accessToken ?? null,
      formToken: sessionId ? formTokenOf(sessionId, keys.form) : '',
      serverParts: new Map(),
      flash,
      drafts: options.draftsOf(session),
      signIn: bindSignIn({
        client,
        sessions,
        origin,
        issuer,
        accountPages,
        sessionCookie,
        sessionId,
        startKeys: keys.signIn,
        setCookie,
      }),
      meetOutage: (status) => void (outage = status),
      setCookie,
    };
    return {
      context,
      admitted,
      isOwn: isOwnForm(request, origin, sessionId),
      outage: () => outage,
      setCookieHeaders: () => [...setCookies, ...[flash.header() ?? []].flat()],
    };
  };
}

/** The session of a request with valid tokens. If the database is away, there is none, and the error is reported. */
async function findSession(request: Request, id: string | null, options: RequestOptions) {
  try {
    const purpose = isLookAtSession(request) ? 'look' : 'use';
    return { session: await loadRequestSession(id, options, purpose), outage: null };
  } catch (error) {
    const outage = outageStatus(error);
    if (outage === null) throw error;
    options.reportError(error);
    return { session: null, outage };
  }
}

/** Asking how long the session lasts must not extend it. */
function isLookAtSession({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === paths.session();
}
