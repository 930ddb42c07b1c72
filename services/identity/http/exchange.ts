import type Provider from 'oidc-provider';

import type { Language } from '@domain/language';
import type { Keys } from '@domain/secrets';
import { fillText } from '@domain/text';

import { maxNameCharacters, type EntryProblem } from '../accounts/account-rules';
import { maxPasswordCharacters, minPasswordCharacters } from '../accounts/passwords';
import type { OutsideServices } from '../outside/outside-services';
import type { PersonalData } from '../accounts/delete-account';
import { passkeyScript, renderPage, type Page, type PageFrame, type PageAssets } from '../pages/layout';
import type { Database } from '../store/database';
import { frameTexts, languageOf, texts, type Texts } from '../texts';

/** The context of one request, as oidc-provider's framework (Koa) makes it. */
export type HttpContext = Parameters<Parameters<Provider['use']>[0]>[0];

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same when the mail is sent again. */
  id?: string;
}

/** Dependencies of the provider's pages. */
export interface IdentityServices {
  provider: Provider;
  db: Database;
  /** Address of the web app, without trailing slash. */
  origin: string;
  look: PageAssets;
  /** Path of the provider on its own origin, without trailing slash. */
  mountPath: string;
  /** Origin of the issuer and of the provider's pages. */
  ownOrigin: string;
  /** The first key signs, all of them verify. */
  formTokenKeys: Keys;
  /** Key for hashing the keys of attempt limits, for signing the marks of known browsers and for making mailed links. */
  limitKey: string;
  /** Outside providers that the log in page offers. */
  outside: OutsideServices;
  /** Keys for the secrets of second factors. */
  factorKeys: Keys;
  /** Keys for what a sign-in remembers between its steps. */
  stepKeys: Keys;
  /** Roles for which two-step sign-in is required. */
  requiredFactorRoles: readonly string[];
  /** Sends ordered mails (store/waiting-mails.ts). The response does not wait for it. */
  sendMails(): void;
  /** Folder to which mails are written in the demonstration; null if they are sent, or must not be pointed out. */
  mailFolder: string | null;
  /** What other parts keep about people; null if they are not here, so that accounts are deleted by command only. */
  personalData: PersonalData | null;
  /** Address of the client, for attempt limits. */
  addressOf(context: HttpContext): string;
  /** A day in the time zone of the installation. */
  formatDate(moment: Date, language: Language): string;
  now(): Date;
  log(message: string, error?: unknown, reference?: string): void;
}

/** Frame of the page for a request, in the language of its cookie unless another one is given. */
export function frameOf(
  services: Pick<IdentityServices, 'mountPath' | 'origin' | 'look'>,
  context: HttpContext,
  language: Language = languageOf(context.get('cookie')),
): PageFrame {
  return {
    language,
    texts: texts[language],
    frameTexts: frameTexts[language],
    look: services.look,
    origin: services.origin,
    address: services.mountPath + context.url,
  };
}

/** Responds with a page. */
export function show(context: HttpContext, frame: PageFrame, page: Page, status = 200): void {
  context.status = status;
  context.set('Content-Language', frame.language);
  context.vary('Cookie');
  if (page.usesPasskeys) allowScript(context, passkeyScript(frame));
  context.type = 'html';
  context.body = renderPage(frame, page);
}

function allowScript(context: HttpContext, address: string): void {
  context.set('Content-Security-Policy', `${context.response.get('Content-Security-Policy')}; script-src ${address}`);
}

/** Responds with a redirect that browsers follow with GET. */
export function redirect(context: HttpContext, address: string): void {
  context.status = 303;
  context.redirect(address);
}

/** A request to one of the provider's own pages. */
export interface PageRequest {
  services: IdentityServices;
  context: HttpContext;
  frame: PageFrame;
  /** Id of the sign-in request in the address; '' if there is none. */
  uid: string;
  /** Posted fields; empty on GET. */
  form: URLSearchParams;
  formToken: string;
}

export type Screen = (visit: PageRequest) => Promise<void>;

export function answer(visit: PageRequest, page: Page, status?: number): void {
  show(visit.context, visit.frame, page, status ?? (page.hasErrors ? 400 : 200));
}

/** Token of a mailed link, from its address or from the form of its page; '' if there is none. */
export function linkToken({ form, context }: PageRequest): string {
  const given = form.get('token') ?? context.query.token;
  return typeof given === 'string' ? given : '';
}

/** Text of a validation error. */
export function validationMessage({ problems }: Texts, problem: EntryProblem): string {
  return fillText(problems[problem], {
    min: minPasswordCharacters,
    max: maxPasswordCharacters,
    maxName: maxNameCharacters,
  });
}

/** Text of the first validation error of each field that a schema refused. */
export function messages(
  pageTexts: Texts,
  { issues }: { issues: { path: PropertyKey[]; message: string }[] },
): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { path, message } of issues)
    first[String(path[0])] ??= validationMessage(pageTexts, message as EntryProblem);
  return first;
}
