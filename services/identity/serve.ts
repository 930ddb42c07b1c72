import { randomUUID } from 'node:crypto';

import { errors, type KoaContextWithOIDC } from 'oidc-provider';

import { type Language, languageCookieHeader, parseLanguage } from '@domain/language-code';
import { isOutage, outageStatus, retryAfterSeconds, type OutageStatus } from '@domain/outage';
import { fillText } from '@domain/text';

import { saveConfirmedAddress, showConfirmAddress, showConfirmed } from './account-pages/confirm-address';
import { deleteOwnAccount, showDeleteAccount, showDeleted } from './account-pages/delete-account';
import {
  sendResetLink,
  setNewPassword,
  showForgottenPassword,
  showNewPassword,
  showPasswordChanged,
  showResetSent,
} from './account-pages/forgotten-password';
import { saveProfile, showProfile } from './account-pages/profile';
import { register, showRegister, showRegistered } from './account-pages/register';
import { savePasskey, showAddPasskey } from './account-pages/add-passkey';
import { saveRemovedPasskey, showRemovePasskey } from './account-pages/remove-passkey';
import { forgetNewCodes, showNewCodes } from './account-pages/new-codes';
import { saveReplacedCodes, showReplaceCodes } from './account-pages/recovery-codes';
import { saveRemovedApp, showRemoveApp } from './account-pages/remove-app';
import { setUpApp, showSetUpApp } from './account-pages/set-up-app';
import { showTwoStep } from './account-pages/two-step';
import { showUsedCode } from './account-pages/used-code';
import { frameOf, redirect, show, type HttpContext, type IdentityServices, type Screen } from './http/exchange';
import { FormRefused, formTokenFor, isOwnForm, originVerdict, readForm } from './http/forms';
import { outsidePatterns, outsideRoutes } from './outside-pages/routes';
import { link, messagePage } from './pages/form-page';
import { sourcesOf } from './pages/layout';
import { skipEmptySignOut } from './sign-out';
import { admitSignInStart } from './signing-in/attempt-limits';
import { checkCode, showCode } from './signing-in/code';
import { checkPasskey, showPasskey } from './signing-in/passkey';
import { enterPassword, showSignIn } from './signing-in/sign-in';
import { AccountChanged } from './store/accounts';
import { chosenLanguage, type Texts } from './texts';

type Next = () => Promise<unknown>;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Address patterns below the mount path, for the log: first those of the pages here, then those of oidc-provider. */
export const identityPatterns = [
  ...['', '/interaction/:uid'].flatMap((base) =>
    ['register', 'forgotten-password'].flatMap((page) => [`${base}/${page}`, `${base}/${page}/sent`]),
  ),
  ...['/interaction/:uid', '/sign-in'].flatMap((base) => [
    `${base}/code`,
    `${base}/recovery-code`,
    `${base}/passkey`,
    `${base}/two-step`,
  ]),
  '/interaction/:uid/two-step/new-codes',
  ...['', '/app', '/remove-app', '/recovery-codes', '/new-codes', '/code-used', '/add-passkey', '/remove-passkey'].map(
    (page) => `/two-step${page}`,
  ),
  ...outsidePatterns,
  ...['/interaction/:uid', '/sign-in', '/profile'],
  ...['/confirm-address', '/new-password', '/delete-account'].flatMap((page) => [page, `${page}/done`]),
  ...['/auth', '/auth/:uid', '/token', '/token/revocation', '/jwks', '/.well-known/openid-configuration'],
  ...['/session/end', '/session/end/confirm', '/session/end/success'],
];

interface ScreenRoute {
  path: RegExp;
  get: Screen;
  post: Screen;
  /** Nobody is logged in there, so the answer to its form shows nothing but what was typed into it. */
  isForVisitors?: true;
}

const forgotten = { get: showForgottenPassword, post: sendResetLink };

/** The provider's own pages below its mount path, for GET and POST. The group in a pattern is the sign-in request's uid. */
const screenRoutes: ScreenRoute[] = [
  { path: /^\/interaction\/([\w-]+)$/, get: showSignIn, post: enterPassword, isForVisitors: true },
  { path: /^\/sign-in$/, get: showSignIn, post: enterPassword, isForVisitors: true },
  { path: /^(?:\/interaction\/([\w-]+))?\/register$/, get: showRegister, post: register, isForVisitors: true },
  { path: /^(?:\/interaction\/([\w-]+))?\/forgotten-password$/, ...forgotten, isForVisitors: true },
  { path: /^(?:\/interaction\/([\w-]+))?\/register\/sent$/, get: showRegistered, post: showRegistered },
  { path: /^(?:\/interaction\/([\w-]+))?\/forgotten-password\/sent$/, get: showResetSent, post: showResetSent },
  { path: /^\/confirm-address$/, get: showConfirmAddress, post: saveConfirmedAddress },
  { path: /^\/confirm-address\/done$/, get: showConfirmed, post: showConfirmed },
  { path: /^\/new-password$/, get: showNewPassword, post: setNewPassword },
  { path: /^\/new-password\/done$/, get: showPasswordChanged, post: showPasswordChanged },
  ...outsideRoutes,
  { path: /^\/profile$/, get: showProfile, post: saveProfile },
  { path: /^\/delete-account$/, get: showDeleteAccount, post: deleteOwnAccount },
  { path: /^\/delete-account\/done$/, get: showDeleted, post: showDeleted },
  { path: /^\/(?:interaction\/([\w-]+)|sign-in)\/(?:recovery-)?code$/, get: showCode, post: checkCode },
  { path: /^\/(?:interaction\/([\w-]+)|sign-in)\/two-step$/, get: showSetUpApp, post: setUpApp },
  { path: /^\/two-step$/, get: showTwoStep, post: showTwoStep },
  { path: /^\/two-step\/app$/, get: showSetUpApp, post: setUpApp },
  { path: /^\/(?:interaction\/([\w-]+)|sign-in)\/passkey$/, get: showPasskey, post: checkPasskey },
  { path: /^\/two-step\/add-passkey$/, get: showAddPasskey, post: savePasskey },
  { path: /^\/two-step\/remove-passkey$/, get: showRemovePasskey, post: saveRemovedPasskey },
  { path: /^\/two-step\/remove-app$/, get: showRemoveApp, post: saveRemovedApp },
  { path: /^\/two-step\/code-used$/, get: showUsedCode, post: showUsedCode },
  { path: /^\/two-step\/recovery-codes$/, get: showReplaceCodes, post: saveReplacedCodes },
  { path: /^(?:\/interaction\/([\w-]+))?\/two-step\/new-codes$/, get: showNewCodes, post: forgetNewCodes },
];

/** Wraps oidc-provider with the provider's own headers, pages, same-origin check and error pages. */
export function serveAround(services: IdentityServices, clientOrigins: string[]) {
  const headers = securityHeaders(sourcesOf(services.look, services.ownOrigin), clientOrigins);
  return async (context: HttpContext, next: Next): Promise<void> => {
    context.set(headers);
    try {
      if (routeOf(context)) await serveScreen(services, context);
      else await serveProvider(services, context, next);
    } catch (error) {
      showError(services, context, error);
    }
  };
}

/** Headers of every response. Pages have no script, use the look of the web app and post to it and the provider. */
function securityHeaders(lookSources: string, clientOrigins: string[]) {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${lookSources}`,
      `img-src ${lookSources}`,
      `font-src ${lookSources}`,
      // Browsers apply form-action to redirects too, and after signing in they are redirected to the client.
      ["form-action 'self'", ...clientOrigins].join(' '),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

const routeOf = (context: HttpContext) => screenRoutes.find(({ path }) => path.test(context.path));

async function serveScreen(services: IdentityServices, context: HttpContext): Promise<void> {
  const isPost = context.method === 'POST';
  if (!isPost && !['GET', 'HEAD'].includes(context.method)) {
    context.set('Allow', 'GET, HEAD, POST');
    return showMessage(services, context, 'badRequest', 405);
  }
  const form = isPost ? await readForm(context) : new URLSearchParams();
  if (isPost && !isOwnForm(services, context, form)) return showMessage(services, context, 'crossOrigin', 403);
  const { path, get, post, isForVisitors } = routeOf(context)!;
  const uid = path.exec(context.path)?.[1] ?? '';
  // A language button was pressed. The page is shown in that language with the entries, and nothing else is done.
  const pressed = parseLanguage(form.get('language'));
  const language = pressed ?? languageOfLink(context);
  if (language) context.append('Set-Cookie', languageCookieHeader(language, services.ownOrigin.startsWith('https:')));
  const frame = frameOf(services, context, language ?? undefined);
  const formToken = formTokenFor(services, context);
  await (isPost && !pressed ? post : get)({ services, context, frame, uid, form, formToken });
  // Whoever goes back to the errors of a form sees them again. Browsers cannot ask for the answer to a POST again.
  if (isPost && isForVisitors && context.status !== 303) context.set('Cache-Control', 'private, no-cache');
}

/** The language of the mail whose link was opened, in a browser in which nobody has chosen one. */
function languageOfLink(context: HttpContext): Language | null {
  const { language } = context.query;
  if (typeof language !== 'string' || chosenLanguage(context.get('cookie')) !== null) return null;
  return parseLanguage(language);
}

async function serveProvider(services: IdentityServices, context: HttpContext, next: Next): Promise<void> {
  if (context.path === '/') return redirect(context, `${services.origin}/`);
  // Calls of clients carry no cookies. The only form of oidc-provider has its own token, so browsers that do not send
  // the origin of the form are allowed.
  const carriesCookies = context.get('cookie') !== '';
  if (carriesCookies && !safeMethods.includes(context.method) && originVerdict(services, context) === 'cross') {
    return showMessage(services, context, 'crossOrigin', 403);
  }
  if (context.path === '/auth' && !(await admitStart(services, context))) return;
  await next();
  const outage = outages.get(context);
  if (outage !== undefined) return answerOutage(services, context, outage);
  const { oidc } = context as KoaContextWithOIDC;
  if (oidc?.route === 'end_session' && context.status === 200 && !oidc.session?.accountId) {
    await skipEmptySignOut(context as KoaContextWithOIDC);
  }
  if (context.status === 404 && !context.body) showMessage(services, context, 'notFound', 404);
}

/** Longest request that starts a sign-in, in bytes: nginx accepts as much in a line, and web apps keep below it. */
const maxStartBytes = 8192;

/** Whether a sign-in may be started; otherwise the request is answered. What it sends is stored until it ends. */
async function admitStart(services: IdentityServices, context: HttpContext): Promise<boolean> {
  const hasBody = !safeMethods.includes(context.method);
  const bodyBytes = hasBody ? Number(context.get('content-length') || Infinity) : 0;
  if (context.originalUrl.length + bodyBytes > maxStartBytes) {
    showMessage(services, context, 'tooLarge', hasBody ? 413 : 414);
    return false;
  }
  const verdict = await admitSignInStart(services, services.addressOf(context));
  if (verdict.allowed) return true;
  context.set('Retry-After', String(verdict.retryAfterSeconds));
  showMessage(services, context, 'tooManyStarts', 429);
  return false;
}

/** Outages that kept oidc-provider from answering a request. It reports them with an event before or after its response. */
const outages = new WeakMap<HttpContext, unknown>();

/** Handles server errors of oidc-provider. Outages are reported with the response, all others are logged. */
export function noteServerError(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (isOutage(error)) outages.set(context, error);
  else services.log('The provider failed', error);
}

/** Replaces oidc-provider's response. Browsers get a page, and clients get its error with the status of the outage. */
function answerOutage(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (context.response.is('html')) return showUnavailable(services, context, error);
  context.status = tellOutage(services, context, error);
}

/** Responds to a request that failed because of its content, because it expired or because of a server error. */
function showError(services: IdentityServices, context: HttpContext, error: unknown): void {
  if (error instanceof errors.SessionNotFound) return showExpired(services, context);
  // The page asks for a new login, and goes on after it.
  if (error instanceof AccountChanged) return redirect(context, services.mountPath + context.url);
  if (error instanceof FormRefused) {
    return showMessage(services, context, error.status === 413 ? 'tooLarge' : 'badRequest', error.status);
  }
  if (isOutage(error)) return showUnavailable(services, context, error);
  const reference = randomUUID();
  services.log('A request to the provider failed', error, reference);
  showMessage(services, context, 'internal', 500, { reference });
}

/** Responds to an outage. Users find their entries with the browser's back button, because passwords are never sent back. */
function showUnavailable(services: IdentityServices, context: HttpContext, error: unknown): void {
  const status = tellOutage(services, context, error);
  const frame = frameOf(services, context);
  const { unavailableTitle, unavailable, storageFullTitle, storageFull, tryAgain } = frame.texts.errors;
  // There is no page at the address of oidc-provider's own form.
  const hasPage = safeMethods.includes(context.method) || routeOf(context) !== undefined;
  const again = link(hasPage ? frame.address : `${services.origin}/`, tryAgain);
  const page =
    status === 507
      ? messagePage(storageFullTitle, [storageFull, again])
      : messagePage(unavailableTitle, [unavailable, again]);
  show(context, frame, page, status);
}

/** Logs an outage and returns its status. Waiting does not help against a full disk. */
function tellOutage(services: IdentityServices, context: HttpContext, error: unknown): OutageStatus {
  services.log('The provider cannot answer because of an outage', error);
  const status = outageStatus(error) ?? 503;
  if (status === 503) context.set('Retry-After', String(retryAfterSeconds));
  return status;
}

type Message = 'crossOrigin' | 'tooLarge' | 'tooManyStarts' | 'badRequest' | 'notFound' | 'internal';

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
  show(context, frame, messagePage(texts[`${message}Title`], [fillText(texts[message], values), home]), status);
}

function showExpired(services: IdentityServices, context: HttpContext): void {
  const frame = frameOf(services, context);
  const { expiredTitle, expired, startAgain } = frame.texts.errors;
  const again = link(`${services.origin}/authentication/login`, startAgain);
  show(context, frame, messagePage(expiredTitle, [expired, again]), 400);
}

/** Responds to a request of a browser that oidc-provider refused. `code` is the OAuth error code. */
export function showRefusal(services: IdentityServices, context: KoaContextWithOIDC, code: string): void {
  const status = context.status >= 400 ? context.status : 400;
  if (context.oidc.route.startsWith('end_session')) return showMessage(services, context, 'badRequest', status);
  const frame = frameOf(services, context);
  const { refusedTitle, refused, code: codeText, startAgain } = frame.texts.errors;
  const again = link(`${services.origin}/authentication/login`, startAgain);
  show(context, frame, messagePage(refusedTitle, [refused, fillText(codeText, { code }), again]), status);
}
