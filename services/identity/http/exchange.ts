import type Provider from 'oidc-provider';

import type { Language } from '@domain/language';

import { renderPage, type Page, type PageFrame } from '../pages/layout';
import type { PageLook } from '../pages/look';
import type { Database } from '../store/database';
import { frameTextsIn, languageOf, textsIn } from '../texts';

/** The context of one request, as oidc-provider's framework (Koa) makes it. */
export type HttpContext = Parameters<Parameters<Provider['use']>[0]>[0];

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What the provider's screens work with. */
export interface IdentityServices {
  provider: Provider;
  db: Database;
  /** Address of the web app, without trailing slash. */
  origin: string;
  look: PageLook;
  /** Path of the provider on its own origin, without trailing slash. */
  mountPath: string;
  /** Origin of the issuer: the pages' own. */
  ownOrigin: string;
  /** The first one signs, all verify. */
  formTokenKeys: Buffer[];
  /** Key of what is kept about attempts, and of the marks of known browsers. */
  limitKey: string;
  /** Does work without making the answer wait for it; failures go to the log. */
  inBackground(work: () => Promise<void>): void;
  /**
   * Sends mail without making the answer wait for it, a few times while the mail server is away; failures go to
   * the log, and `undo` takes back what holds only with the mail.
   */
  sendInBackground(mail: Mail, undo?: () => Promise<void>): void;
  /** Address of the asking client, for the limits of attempts. */
  addressOf(context: HttpContext): string;
  now(): Date;
  log(message: string, error?: unknown, reference?: string): void;
}

/** The frame of the page that answers a request, in the language of its cookie unless another is given. */
export function frameOf(
  services: Pick<IdentityServices, 'mountPath' | 'origin' | 'look'>,
  context: HttpContext,
  language: Language = languageOf(context.get('cookie')),
): PageFrame {
  return {
    language,
    texts: textsIn(language),
    frameTexts: frameTextsIn(language),
    look: services.look,
    origin: services.origin,
    address: services.mountPath + context.url,
  };
}

/** Answers with a page. */
export function show(context: HttpContext, frame: PageFrame, page: Page, status = 200): void {
  context.status = status;
  context.set('Content-Language', frame.language);
  context.vary('Cookie');
  context.type = 'html';
  context.body = renderPage(frame, page);
}

/** Answers with a redirect that is followed by GET. */
export function redirect(context: HttpContext, address: string): void {
  context.status = 303;
  context.redirect(address);
}
