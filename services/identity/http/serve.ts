import { randomUUID } from 'node:crypto';

import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import { parseLanguage } from '@domain/language';
import { languageCookieHeader } from '@domain/language-cookie';
import { isOutage, retryAfterSeconds } from '@domain/outage';

import { link, messagePage } from '../pages/account-pages';
import { sourcesOf } from '../pages/look';
import { screenRoutes } from '../screens/routes';
import { startVisit, type Screen } from '../screens/screen';
import { skipEmptySignOut } from '../sign-out';
import { fillIn, type Texts } from '../texts';
import { frameOf, redirect, show, type HttpContext, type IdentityServices } from './exchange';
import { isOwnForm, originVerdict } from './form-token';
import { FormRefused, readForm } from './read-form';
import { setSecurityHeaders } from './security-headers';

type Next = () => Promise<unknown>;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** What stands around oidc-provider: our headers on every answer, our pages, the same-origin rule, our errors. */
export function serveAround(services: IdentityServices, clientOrigins: string[]) {
  return async (context: HttpContext, next: Next): Promise<void> => {
    setSecurityHeaders(context, { lookSources: sourcesOf(services.look, services.ownOrigin), clientOrigins });
    try {
      const match = matchScreen(context);
      if (match) await serveScreen(services, context, match);
      else await serveProvider(services, context, next);
    } catch (error) {
      showFault(services, context, error);
    }
  };
}

interface Match {
  screen: Screen | undefined;
  /** What answers GET. */
  page: Screen | undefined;
  uid: string;
}

function matchScreen(context: HttpContext): Match | null {
  for (const { path, get, post } of screenRoutes) {
    const match = path.exec(context.path);
    if (!match) continue;
    const screen = context.method === 'POST' ? post : ['GET', 'HEAD'].includes(context.method) ? get : undefined;
    return { screen, page: get, uid: match[1] ?? '' };
  }
  return null;
}

async function serveScreen(
  services: IdentityServices,
  context: HttpContext,
  { screen, page, uid }: Match,
): Promise<void> {
  if (!screen) {
    context.set('Allow', 'GET, HEAD, POST');
    return showMessage(services, context, 'badRequest', 405);
  }
  const form = context.method === 'POST' ? await readForm(context) : new URLSearchParams();
  if (context.method === 'POST' && !isOwnForm(services, context, form)) {
    return showMessage(services, context, 'crossOrigin', 403);
  }
  const language = parseLanguage(form.get('language'));
  if (!language || !page) return screen(startVisit(services, context, uid, form));
  // A language button: the page again in that language, with what is typed in it. Nothing is done with it.
  context.append('Set-Cookie', languageCookieHeader(language, services.ownOrigin.startsWith('https:')));
  await page(startVisit(services, context, uid, form, language));
}

async function serveProvider(services: IdentityServices, context: HttpContext, next: Next): Promise<void> {
  if (context.path === '/') return redirect(context, `${services.origin}/`);
  // Calls of clients carry no cookies. The one form of oidc-provider has its own token, so a browser that
  // does not say where the form came from may go on.
  const carriesCookies = context.get('cookie') !== '';
  if (carriesCookies && !safeMethods.includes(context.method) && originVerdict(services, context) === 'cross') {
    return showMessage(services, context, 'crossOrigin', 403);
  }
  await next();
  const outage = outages.get(context);
  if (outage !== undefined) return answerOutage(services, context, outage);
  const { oidc } = context as KoaContextWithOIDC;
  if (oidc?.route === 'end_session' && context.status === 200 && !oidc.session?.accountId) {
    await skipEmptySignOut(context as KoaContextWithOIDC);
  }
  if (context.status === 404 && !context.body) showMessage(services, context, 'notFound', 404);
}

/** What kept oidc-provider from answering a request: it tells of it by an event, before or after its answer. */
const outages = new WeakMap<HttpContext, unknown>();

/** Takes what oidc-provider calls a server error: what is away is told by the answer's page, all else is logged. */
export function noteServerError(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (isOutage(error)) outages.set(context, error);
  else services.log('The provider failed', error);
}

/** In place of oidc-provider's answer: a page where it has answered with one, its error again for a client. */
function answerOutage(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (context.response.is('html')) return showUnavailable(services, context, error);
  tellOutage(services, context, error);
  context.status = 503;
}

/** The request could not be answered as asked: by the person's doing, by time, or by a fault of ours. */
function showFault(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (error instanceof errors.SessionNotFound) return showExpired(services, context);
  if (error instanceof FormRefused) {
    return showMessage(services, context, error.status === 413 ? 'tooLarge' : 'badRequest', error.status);
  }
  if (isOutage(error)) return showUnavailable(services, context, error);
  const reference = randomUUID();
  services.log('A request to the provider failed', error, reference);
  showMessage(services, context, 'internal', 500, { reference });
}

/** Something it needs is away. What was typed stays behind the browser's own way back; passwords are never shown. */
function showUnavailable(services: IdentityServices, context: HttpContext, error: unknown): void {
  tellOutage(services, context, error);
  const frame = frameOf(services, context);
  const { unavailableTitle, unavailable, tryAgain } = frame.texts.errors;
  // A form of oidc-provider's has no page at its address.
  const hasPage = safeMethods.includes(context.method) || matchScreen(context) !== null;
  const again = link(hasPage ? frame.address : `${services.origin}/`, tryAgain);
  show(context, frame, messagePage(unavailableTitle, [unavailable, again]), 503);
}

function tellOutage(services: IdentityServices, context: HttpContext, error: unknown): void {
  services.log('The provider cannot answer because a service it needs is unavailable', error);
  context.set('Retry-After', String(retryAfterSeconds));
}

type Message = 'crossOrigin' | 'tooLarge' | 'badRequest' | 'notFound' | 'internal';

function showMessage(
  services: IdentityServices,
  context: HttpContext,
  message: Message,
  status: number,
  values: Record<string, string> = {},
): void {
  const frame = frameOf(services, context);
  const texts: Texts['errors'] = frame.texts.errors;
  const home = link(`${services.origin}/`, frame.frameTexts.common.nav.home);
  show(context, frame, messagePage(texts[`${message}Title`], [fillIn(texts[message], values), home]), status);
}

function showExpired(services: IdentityServices, context: HttpContext): void {
  const frame = frameOf(services, context);
  const { expiredTitle, expired, startAgain } = frame.texts.errors;
  const again = link(`${services.origin}/authentication/login`, startAgain);
  show(context, frame, messagePage(expiredTitle, [expired, again]), 400);
}

/** oidc-provider refused a request of a browser; `code` is the error code of OAuth. */
export function showRefusal(services: IdentityServices, context: KoaContextWithOIDC, code: string): void {
  const status = context.status >= 400 ? context.status : 400;
  if (context.oidc.route.startsWith('end_session')) return showMessage(services, context, 'badRequest', status);
  const frame = frameOf(services, context);
  const { refusedTitle, refused, code: codeText, startAgain } = frame.texts.errors;
  const again = link(`${services.origin}/authentication/login`, startAgain);
  show(context, frame, messagePage(refusedTitle, [refused, fillIn(codeText, { code }), again]), status);
}
