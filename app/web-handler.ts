import { randomBytes } from 'node:crypto';

import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';

import { useMarkName, writeUseMark } from '@domain/api/use';
import type { Language } from '@domain/language-code';
import { isOutage, outageStatus, retryAfterSeconds } from '@domain/outage';
import { sharedPageLifeMs } from '@domain/shared-cache';
import { clientHasLeft, ShortTurns } from '@domain/short-turns';

import { asksForRoutes, boundManifest, withAnswerableAddress } from './answerable-address';
import { answerFormat, pageVary } from './answer-format';
import { answerConfiguration } from './auth/answer-configuration';
import { formerCookieRemovals } from './auth/sign-in-start';
import { detectLanguage, offeredLanguage } from './i18n/detect-language';
import { answerUnavailable, type RereadableForm, type Handle, isPostByScript, keepForm } from './outage-page';
import { answerSharedPage, createPageCache, sharedPageKey, toSharedPage } from './page-cache';
import { createPageTurns } from './page-turns';
import { paths } from './paths';
import { showRefusedFile } from './refused-file';
import { createRouteHandlers } from './route-handlers';
import { createContexts, type OpenedRequest, type RequestOptions } from './request-context';

export interface WebOptions extends RequestOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  /** Origin of the store from which browsers get files; null if they get them from here. */
  downloadOrigin: string | null;
}

const sharedPagesMaxSize = 16 * 1024 * 1024;

/**
 * The web app as a function from request to response. Public pages are rendered once for all anonymous readers within
 * two seconds; all other requests are handled individually.
 */
export function createWebHandler(options: WebOptions): (request: Request) => Promise<Response> {
  const answer = createAnswer(options);
  // In development, pages show the latest change at once.
  const lifeMs = options.mode === 'development' ? 0 : sharedPageLifeMs;
  const pages = createPageCache({ lifeMs, maxSize: sharedPagesMaxSize });
  // Only this process knows it, so it cannot be smuggled into a page.
  const sharedNonce = randomBytes(16).toString('hex');

  const respond = async (request: Request) => {
    const language = await detectLanguage(request);
    const key = sharedPageKey(request, language);
    if (key === null) return answer(request, language, newNonce());
    const render = async () => {
      // Rendered from the key only, so that nothing of the first reader's request gets into it.
      const { pathname, search } = new URL(request.url);
      const offered = offeredLanguage(request);
      const headers: HeadersInit = offered ? { 'Accept-Language': offered } : {};
      const impersonal = new Request(options.origin + pathname + search, { headers });
      return toSharedPage(await answer(impersonal, language, sharedNonce), sharedNonce);
    };
    const page = await pages.find(key, render);
    if (!page) return answer(request, language, newNonce());
    const shared = answerSharedPage(page, request, { mayBeShared: options.sharedCache.seconds > 0 });
    const https = options.origin.startsWith('https:');
    for (const removal of formerCookieRemovals(request.headers.get('Cookie'), https)) {
      shared.headers.append('Set-Cookie', removal);
    }
    return shared;
  };
  return async (given) => {
    const configuration = answerConfiguration(given, options);
    if (configuration) return configuration;
    const format = answerFormat(given, options.origin);
    if (format) return format;
    const request = withAnswerableAddress(given);
    return markUse(request, await respond(request));
  };
}

/** The page of a data set, and its data for the client router. */
const dataSetPage = /^\/data-set\/([1-9]\d{0,9})(?:\.data)?$/;

/** Names the data set of a page, also if the page is from the cache. The server in front counts it (services/http). */
function markUse({ url }: Request, response: Response): Response {
  const nr = dataSetPage.exec(new URL(url).pathname)?.[1];
  if (nr !== undefined && [200, 304].includes(response.status))
    response.headers.set(useMarkName, writeUseMark('view', [Number(nr)]));
  return response;
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Handles one request individually: session, same-origin rule, Remix, headers. */
function createAnswer(options: WebOptions) {
  const { build, mode } = options;
  // In development, the build is another one after each change.
  const remix = typeof build === 'function' ? createRequestHandler(build, mode) : createRouteHandlers(build, mode);
  const handle = boundManifest(remix, build);
  const openRequest = createContexts(options);
  const formTargets = [new URL(options.issuer).origin, options.downloadOrigin ?? []].flat();
  const inTurn = createPageTurns();
  // One after the other, so that whoever sends too much does not get the pages that say so instead.
  const refusals = new ShortTurns({ waiting: Infinity, turnMs: 1000 });

  return async (given: Request, language: Language, nonce: string): Promise<Response> => {
    const form = keepForm(given);
    const request = form?.request ?? given;
    let opened = await openRequest(request, language, nonce);
    const sender = { request, subject: opened.context.user?.subject ?? null };
    const answer = async () => {
      // A form may arrive for hours, and its session end meanwhile. Files are passed on to the API, which asks itself.
      const arrived = opened.admitted && sender.subject !== null ? await form?.arrived() : null;
      if (arrived) opened = await openRequest(arrived, language, nonce);
      const { admitted, context } = opened;
      return admitted
        ? answerAdmitted({ request, form, ...opened, admitted }, handle)
        : refuse(request, handle, context);
    };
    const response = await inTurn(sender, answer).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      const unanswered = { request, form, isOwn: opened.isOwn, status: outageStatus(error) ?? 503 };
      return refusals.run('', request.signal, () => answerUnavailable(unanswered, handle, opened.context));
    });
    if (response === null) return new Response(null, { status: clientHasLeft });
    const headers = {
      ...securityHeaders({ nonce, formTargets, isDevelopment: options.mode === 'development' }),
      ...pageHeaders(request, response, { language, isPersonal: opened.context.user !== null }),
    };
    return withHeaders(nameNotAllowed(response), headers, opened.setCookieHeaders());
  };
}

function pageHeaders(
  request: Request,
  { status }: Response,
  { language, isPersonal }: { language: Language; isPersonal: boolean },
): Record<string, string> {
  return {
    Vary: pageVary(request),
    'Content-Language': language,
    ...(status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    // Routes that take forms never answer so.
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    'Cache-Control': isPersonal ? 'private, no-store' : 'private, no-cache',
  };
}

/** Remix calls it a failure of the server if a route without a page does not take a method. */
function nameNotAllowed(response: Response): Response {
  const isPage = !response.headers.get('Content-Type')?.startsWith('application/json');
  if (response.status !== 405 || isPage) return response;
  return new Response('Method Not Allowed\n', {
    status: 405,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

interface Admitted extends Pick<OpenedRequest, 'context' | 'isOwn' | 'outage'> {
  request: Request;
  form: RereadableForm | null;
  admitted: Request;
}

/** Response of Remix. During an outage, the page about it with the posted form. */
async function answerAdmitted(
  { request, form, admitted, context, isOwn, outage }: Admitted,
  handle: Handle,
): Promise<Response> {
  // Requests about modules need neither database nor repository, and script cannot navigate without them.
  const isUnanswerable = () => outage() !== null && !asksForRoutes(request);
  const response = isUnanswerable() ? null : await handle(forgetOrigin(admitted), context);
  // Script would replace the screen with the response, and what was typed would be lost.
  const losesForm = response?.status === 503 && isPostByScript(request);
  if (response && !isUnanswerable() && !losesForm) return showRefusedFile(request, response, handle, context);
  await response?.body?.cancel();
  return answerUnavailable({ request, form, isOwn, status: outage() ?? 503 }, handle, context);
}

/**
 * Removes Origin, because Remix compares it with the host of the request and fails if they differ. The origin has been
 * checked by then (`enforceSameOrigin`).
 */
function forgetOrigin(request: Request): Request {
  if (request.headers.has('Origin')) request.headers.delete('Origin');
  return request;
}

/** The 403 page of a request from another site, rendered by the app without running the action. */
async function refuse(request: Request, handle: Handle, context: AppLoadContext): Promise<Response> {
  await request.body?.cancel();
  const page = new Request(`${context.origin}${paths.failure(403)}`, {
    headers: { Cookie: request.headers.get('Cookie') ?? '' },
  });
  return handle(page, context);
}

function withHeaders(response: Response, headers: Record<string, string>, setCookies: string[]): Response {
  const merged = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (!merged.has(name)) merged.set(name, value);
  }
  for (const cookie of setCookies) merged.append('Set-Cookie', cookie);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: merged });
}

/**
 * Headers of every response of the web app, in addition to those of the whole server (services/http/request-rules.ts).
 * Scripts run only with the nonce of their page, nothing is loaded from other sites, and forms lead here, to the
 * identity provider, where sign-in and sign-out redirect to, or to the store, from which the file of a form may come.
 */
export function securityHeaders(options: {
  nonce: string;
  /** Other origins to which forms lead. */
  formTargets: readonly string[];
  /** Allows inline styles, with which Vite shows errors of the sources on the page. */
  isDevelopment: boolean;
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${options.nonce}'`,
    options.isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${["'self'", ...options.formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    // 'same-origin' keeps the Origin header of our own forms from becoming 'null'.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
}
