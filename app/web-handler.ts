import { randomBytes } from 'node:crypto';

import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';

import type { Language } from '@domain/language-code';
import type { Operator } from '@domain/operator';
import { isOutage, retryAfterSeconds } from '@domain/outage';

import { cookieHeader, deriveKey, readCookie, sessionCookieName } from './auth/cookies';
import type { DraftStore } from './auth/draft-store';
import { flashCookie, packFlash, readFlash } from './auth/flash';
import type { OpenIdClient } from './auth/open-id-client';
import { loadRequestSession } from './auth/request-session';
import { bindSignIn } from './auth/request-sign-in';
import { admitSameOrigin, isOwnForm } from './auth/same-origin-check';
import type { FoundSession, Sessions } from './auth/sessions';
import { formTokenOf, holdsFormToken } from './auth/form-token';
import { detectLanguage } from './i18n/detect-language';
import type { FlashMessage, Sentence } from './load-context';
import { answerUnavailable, copyForm, isPostByScript } from './outage-page';
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
  sessionSecret: string;
  timeZone: string;
  minFileBytes: number;
  maxFileBytes: number;
  operator: Operator;
  sessions: Sessions;
  openId: OpenIdClient;
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

  return async (request) => {
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
    return answerSharedPage(page, placeholder, newNonce());
  };
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
    flash: deriveKey(options.sessionSecret, 'flash'),
    form: deriveKey(options.sessionSecret, 'form'),
  };
  const sessionCookie = sessionCookieName(https);

  return async (request: Request, language: Language, nonce: string): Promise<Response> => {
    const copy = copyForm(request);
    const cookies = request.headers.get('Cookie');
    const sessionId = readCookie(cookies, sessionCookie) || null;
    const admitted = await admitSameOrigin(request, {
      ownOrigin: options.origin,
      carriesSession: sessionId !== null,
      verifyToken: (token) => sessionId !== null && holdsFormToken(token, sessionId, keys.form),
    });
    let isAway = false;
    const session = await findSession(request, sessionId, options).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      options.reportFault(error);
      isAway = true;
      return null;
    });
    const setCookies: string[] = [];
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
        setCookie,
      }),
      repository: options.repository,
      reportFault: options.reportFault,
      meetOutage: () => void (isAway = true),
      setCookie,
    };
    // Two copies of a body are given up together: who waits for one would wait for the other.
    if (!admitted) void copy?.body?.cancel();
    const posted = { request, copy, isOwn: isOwnForm(request, options.origin, sessionId) };
    let response = !admitted
      ? await refuse(request, handle, context)
      : isAway
        ? null
        : await handle(forgetOrigin(admitted), context);
    // Script takes what an action answers for the screen itself: what was typed would be gone from it.
    if (response?.status === 503 && isPostByScript(request)) isAway = true;
    if (!response || (admitted && isAway)) {
      await response?.body?.cancel();
      response = await answerUnavailable(posted, handle, context);
    }
    void copy?.body?.cancel().catch(() => {});
    const flashHeader = flash.header();
    if (flashHeader) setCookies.push(flashHeader);
    return withHeaders(response, {
      ...securityHeaders({ nonce, issuerOrigin, https }),
      // Pages differ by language, and signed-in ones are nobody else's.
      Vary: 'Cookie',
      'Content-Language': context.language,
      ...(response.status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
      'Cache-Control': user ? 'private, no-store' : 'private, no-cache',
    }, setCookies); // prettier-ignore
  };
}

/** The session of a request, its tokens fresh. */
function findSession(request: Request, id: string | null, options: WebOptions): Promise<FoundSession | null> {
  const { sessions, openId, reportFault } = options;
  if (!isLookAtSession(request)) return loadRequestSession(id, sessions, openId, reportFault);
  return id === null ? Promise.resolve(null) : sessions.find(id, 'look');
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
function bindFlash(cookies: string | null, key: Buffer, https: boolean) {
  let main: FlashMessage | null = null;
  let also: Sentence | undefined;
  let isTaken = false;
  const brought = readFlash(cookies, key);
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
      return message && cookieHeader(flashCookie, packFlash(message, key), { https });
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
