import type { AppLoadContext } from '@remix-run/node';

import type { Language } from '@domain/language-code';
import type { Operator } from '@domain/operator';
import { isOutage } from '@domain/outage';
import { deriveKeys } from '@domain/secrets';

import { readCookie, sessionCookieName } from './auth/cookies';
import { bindFlash } from './auth/flash';
import { formTokenOf, holdsFormToken } from './auth/form-token';
import type { OpenIdClient } from './auth/open-id-client';
import { loadRequestSession } from './auth/request-session';
import { bindSignIn } from './auth/request-sign-in';
import { enforceSameOrigin, isOwnForm } from './auth/same-origin-check';
import type { FoundSession, Sessions } from './auth/sessions';
import { formerCookieRemovals } from './auth/sign-in-start';
import { paths } from './paths';
import type { RepositoryTransport } from './repository-client/transport';
import type { DraftStore } from './store/drafts';

export interface RequestOptions {
  origin: string;
  issuer: string;
  clientId: string;
  /** Values of SESSION_SECRET, the one in force first. */
  sessionSecrets: readonly string[];
  timeZone: string;
  minFileBytes: number;
  maxFileBytes: number;
  operator: Operator;
  sessions: Sessions;
  openId: OpenIdClient;
  /** Whether an access token still holds, where the provider can be asked without a message. */
  tokenHolds?: (accessToken: string) => Promise<boolean>;
  /** Drafts of a user, or of one whose session has ended. */
  draftsOf(session: FoundSession | null): DraftStore;
  repository: RepositoryTransport;
  reportError(error: unknown, reference?: string): void;
}

/** A request with what its loaders and actions work with. */
export interface OpenedRequest {
  context: AppLoadContext;
  /** The request as it may be answered; null for one of another site. */
  admitted: Request | null;
  /** A form that is known to come from one of our own pages. */
  isOwn: boolean;
  /** Whether something has been found away that the answer needs. */
  isAway(): boolean;
  /** `Set-Cookie` headers of the answer, once it is made. */
  setCookieHeaders(): string[];
}

/** Makes the function that opens requests: whose it is, what its session holds, what it may leave in the browser. */
export function createContexts(options: RequestOptions) {
  const https = options.origin.startsWith('https:');
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
      ownOrigin: options.origin,
      carriesSession: sessionId !== null,
      verifyToken: (token) => sessionId !== null && holdsFormToken(token, sessionId, keys.form),
    });
    const setCookies = formerCookieRemovals(cookies, https);
    const flash = bindFlash(cookies, keys.flash, https);
    const { session, isAway } = await findSession(request, sessionId, options);
    let isSomethingAway = isAway;
    const active = session?.state === 'active' ? session : null;
    const setCookie = (header: string) => void setCookies.push(header);
    const context: AppLoadContext = {
      ...settingsOf(options),
      language,
      cspNonce: nonce,
      user: active?.tokens.user ?? null,
      signedInUntil: active?.until ?? null,
      accessToken: active?.tokens.accessToken ?? null,
      formToken: sessionId ? formTokenOf(sessionId, keys.form) : '',
      flash,
      drafts: options.draftsOf(session),
      signIn: bindSignIn({ ...signInParts(options), sessionCookie, sessionId, startKeys: keys.signIn, setCookie }),
      meetOutage: () => void (isSomethingAway = true),
      setCookie,
    };
    return {
      context,
      admitted,
      isOwn: isOwnForm(request, options.origin, sessionId),
      isAway: () => isSomethingAway,
      setCookieHeaders: () => [...setCookies, ...[flash.header() ?? []].flat()],
    };
  };
}

function settingsOf({
  origin,
  timeZone,
  minFileBytes,
  maxFileBytes,
  operator,
  repository,
  reportError,
}: RequestOptions) {
  return { origin, timeZone, minFileBytes, maxFileBytes, operator, repository, reportError: reportError };
}

function signInParts({ openId, sessions, origin, clientId, issuer }: RequestOptions) {
  return { client: openId, sessions, origin, clientId, issuer };
}

/** The session of a request, its tokens fresh; none, and a word about it, while the database is away. */
async function findSession(request: Request, id: string | null, options: RequestOptions) {
  try {
    const purpose = isLookAtSession(request) ? 'look' : 'use';
    return { session: await loadRequestSession(id, options, purpose), isAway: false };
  } catch (error) {
    if (!isOutage(error)) throw error;
    options.reportError(error);
    return { session: null, isAway: true };
  }
}

/** Script that asks how long the session lasts must not make it last longer: it is nobody's act. */
function isLookAtSession({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === paths.session();
}
