import { randomBytes } from 'node:crypto';

import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';

import type { Language } from '@domain/language-code';
import type { Operator } from '@domain/operator';

import { cookieHeader, deriveKeys, readCookie, sessionCookieName, type Keys } from './auth/cookies';
import type { DraftStore } from './auth/draft-store';
import { flashCookie, packFlash, readFlash } from './auth/flash';
import type { OpenIdClient } from './auth/open-id-client';
import { loadRequestSession } from './auth/request-session';
import { bindSignIn } from './auth/request-sign-in';
import { admitSameOrigin } from './auth/same-origin-check';
import type { FoundSession, Sessions } from './auth/sessions';
import { formerCookieRemovals } from './auth/sign-in-start';
import { formTokenOf, holdsFormToken } from './auth/form-token';
import { detectLanguage } from './i18n/detect-language';
import type { FlashMessage, Sentence } from './load-context';
import { answerSharedPage, createPageCache, sharedPageKey, toSharedPage } from './page-cache';
import { paths } from './paths';
import type { RepositoryTransport } from './repository-client/transport';
import { securityHeaders } from './security-headers';

export interface WebOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
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
  reportFault(error: unknown, reference?: string): void;
}

/** A public page is given out for this long: what was published or decided since shows after it at the latest. */
const sharedPageLifeMs = 2000;
const sharedPagesMaxSize = 16 * 1024 * 1024;

/**
 * The web app as one function from request to response. Public pages are rendered once for everybody
 * who comes within two seconds and is nobody to us; all other requests are answered each on its own.
 */
export function createWebHandler(options: WebOptions): (request: Request) => Promise<Response> {
  const answer = createAnswer(options);
  const pages = createPageCache({ lifeMs: sharedPageLifeMs, maxSize: sharedPagesMaxSize });
  // Nobody can write it into a page from outside: it is known to this process alone.
  const placeholder = newNonce();

  return async (given) => {
    const request = withReadableAddress(given);
    const language = await detectLanguage(request);
    const key = sharedPageKey(request, language);
    if (key === null) return answer(request, language, newNonce());
    const page = await pages.find(key, async () => {
      // Made from the key alone: nothing of the reader who happens to come first gets into it.
      const { pathname, search } = new URL(request.url);
      const impersonal = new Request(options.origin + pathname + search);
      return toSharedPage(await answer(impersonal, language, placeholder), placeholder);
    });
    if (!page) return answer(request, language, newNonce());
    const shared = answerSharedPage(page, placeholder, newNonce());
    const https = options.origin.startsWith('https:');
    for (const removal of formerCookieRemovals(request.headers.get('Cookie'), https)) {
      shared.headers.append('Set-Cookie', removal);
    }
    return shared;
  };
}

/**
 * The request as the router reads it without a fault or a warning in the log. It takes `?_data=` for a
 * request of a former version of itself, which nobody here makes: to us that parameter means nothing. And
 * a path whose escapes are broken is taken as it is written.
 */
function withReadableAddress(request: Request): Request {
  const url = new URL(request.url);
  if (url.pathname.includes('%') && !isDecodable(url.pathname)) {
    url.pathname = url.pathname.replaceAll('%', '%25');
  }
  if (url.searchParams.has('_data')) url.searchParams.delete('_data');
  if (url.href === request.url) return request;
  const { method, headers, body, signal } = request;
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Answers one request on its own: session, same-origin rule, Remix, headers. */
function createAnswer(options: WebOptions) {
  const handle = createRequestHandler(options.build, options.mode);
  const https = options.origin.startsWith('https:');
  const issuerOrigin = new URL(options.issuer).origin;
  const keys = {
    flash: deriveKeys(options.sessionSecrets, 'flash'),
    form: deriveKeys(options.sessionSecrets, 'form'),
    signIn: deriveKeys(options.sessionSecrets, 'sign-in'),
  };
  const sessionCookie = sessionCookieName(https);

  return async (request: Request, language: Language, nonce: string): Promise<Response> => {
    const cookies = request.headers.get('Cookie');
    const sessionId = readCookie(cookies, sessionCookie) || null;
    const admitted = await admitSameOrigin(request, {
      ownOrigin: options.origin,
      carriesSession: sessionId !== null,
      verifyToken: (token) => sessionId !== null && holdsFormToken(token, sessionId, keys.form),
    });
    const session = await loadRequestSession(sessionId, options, isLookAtSession(request) ? 'look' : 'use');
    const setCookies = formerCookieRemovals(cookies, https);
    const setCookie = (header: string) => void setCookies.push(header);
    const flash = bindFlash(cookies, keys.flash, https);
    const active = session?.state === 'active' ? session : null;
    const user = active?.tokens.user ?? null;

    const context: AppLoadContext = {
      language,
      origin: options.origin,
      timeZone: options.timeZone,
      cspNonce: nonce,
      minFileBytes: options.minFileBytes,
      maxFileBytes: options.maxFileBytes,
      operator: options.operator,
      user,
      signedInUntil: active?.until ?? null,
      accessToken: active?.tokens.accessToken ?? null,
      formToken: sessionId ? formTokenOf(sessionId, keys.form) : '',
      flash,
      drafts: options.draftsOf(session),
      signIn: bindSignIn({
        client: options.openId,
        sessions: options.sessions,
        origin: options.origin,
        clientId: options.clientId,
        issuer: options.issuer,
        sessionCookie,
        sessionId,
        startKeys: keys.signIn,
        setCookie,
      }),
      repository: options.repository,
      reportFault: options.reportFault,
      setCookie,
    };
    const response = admitted
      ? await handle(forgetOrigin(admitted), context)
      : await refuse(request, handle, context);
    const flashHeader = flash.header();
    if (flashHeader) setCookies.push(flashHeader);
    return withHeaders(response, {
      ...securityHeaders({ nonce, issuerOrigin }),
      // Pages differ by language, and signed-in ones are nobody else's.
      Vary: 'Cookie',
      'Content-Language': context.language,
      'Cache-Control': user ? 'private, no-store' : 'private, no-cache',
    }, setCookies); // prettier-ignore
  };
}

/** Script that asks how long the session lasts must not make it last longer: it is nobody's act. */
function isLookAtSession({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === paths.session();
}

/**
 * Remix compares Origin with what the request or a proxy calls the host, and fails where they differ or one
 * of them is garbage. Whose request it is has been judged by then (`admitSameOrigin`): it is not asked again.
 */
function forgetOrigin(request: Request): Request {
  if (request.headers.has('Origin')) request.headers.delete('Origin');
  return request;
}

/** The 403 page of a request from another site, rendered by the app without running the action. */
async function refuse(
  request: Request,
  handle: ReturnType<typeof createRequestHandler>,
  context: AppLoadContext,
): Promise<Response> {
  await request.body?.cancel();
  const page = new Request(`${context.origin}/refused`, {
    headers: { Cookie: request.headers.get('Cookie') ?? '' },
  });
  const response = await handle(page, context);
  return new Response(response.body, { status: 403, headers: response.headers });
}

/**
 * The message that a request brings, and the one it leaves: for its own answer where that is a page with the
 * frame, for the next one otherwise. One cookie, since browsers may keep the first of two of a name.
 */
function bindFlash(cookies: string | null, keys: Keys, https: boolean) {
  let main: FlashMessage | null = null;
  let also: Sentence | undefined;
  let isTaken = false;
  const brought = readFlash(cookies, keys);
  const left = () => (main ? { ...main, also } : also ? { kind: 'note' as const, ...also } : null);
  return {
    take: () => {
      isTaken = true;
      return left() ?? brought;
    },
    set: (message: FlashMessage) => {
      [main, isTaken] = [message, false];
    },
    also: (sentence: Sentence) => {
      [also, isTaken] = [sentence, false];
    },
    /** `Set-Cookie` header of what is left to be said; null where that is as it was. */
    header: () => {
      const message = left();
      if (isTaken) return brought && cookieHeader(flashCookie, '', { https, maxAgeSeconds: 0 });
      return message && cookieHeader(flashCookie, packFlash(message, keys), { https });
    },
  };
}

function withHeaders(response: Response, headers: Record<string, string>, setCookies: string[]): Response {
  const merged = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (!merged.has(name)) merged.set(name, value);
  }
  for (const cookie of setCookies) merged.append('Set-Cookie', cookie);
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: merged,
  });
}
