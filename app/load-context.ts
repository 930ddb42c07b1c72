import type { Operator } from '@domain/operator';

import type { User } from './auth/sessions';
import type { SignIn } from './auth/sign-in';
import type { FormEntries } from './forms/form-entries';
import type { ClientContext } from './repository-client/transport';
import type { DraftStore } from './store/drafts';

/** A sentence of the locales with its values. */
export interface Sentence {
  /** '<namespace>:<key>' */
  key: string;
  values?: Record<string, string | number>;
}

/** Message shown once on the next page, which may be the answer to the same request. */
export interface FlashMessage extends Sentence {
  kind: 'success' | 'note';
}

/** Body of the answer to a form that nobody known posted (401), or another account (409): its text is shown for copying. */
export interface UnsavedForm {
  unsaved: FormEntries;
  page: string;
}

/** A request that could not be answered, because something it needs is away (503). */
export interface UnansweredRequest {
  /** Path and query of the page, where it is asked for again. */
  page: string;
  /** What a form held; null where none was sent, or it cannot be read. */
  unsent: FormEntries | null;
  /** The form is known to come from one of our own pages, and may be sent again by a button of ours. */
  maySendAgain: boolean;
  /** Files came with it, which have to be chosen again. */
  hasFiles: boolean;
  /** Script has asked in the place of the browser. */
  isByScript: boolean;
}

/**
 * What server.ts hands to every loader and action. The session is loaded, and its tokens refreshed,
 * once per request before Remix runs; cookies set here leave with the response.
 */
export interface LoadContext extends ClientContext {
  timeZone: string;
  cspNonce: string;
  minFileBytes: number;
  maxFileBytes: number;
  operator: Operator;
  user: User | null;
  /** When the session ends unless it is used before; null without one. */
  signedInUntil: Date | null;
  /** Token of the hidden field that forms carry for browsers that send no Origin; '' without session. */
  formToken: string;
  flash: { take(): FlashMessage | null; set(message: FlashMessage): void };
  drafts: DraftStore;
  signIn: SignIn;
  /** Puts a fault of ours into the log, with the reference number the page shows. */
  reportError(error: unknown, reference?: string): void;
  /** Notes that the request cannot be answered, because something it needs is away. */
  meetOutage(): void;
  /** On the page that says so alone: the request that it answers. */
  unanswered?: UnansweredRequest;
  /** Adds a Set-Cookie header to the response of this request. */
  setCookie(header: string): void;
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends LoadContext {}
}
declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
