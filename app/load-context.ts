import type { ReactNode } from 'react';

import type { Operator } from '@domain/operator';
import type { OutageStatus } from '@domain/outage';

import type { User } from './auth/sessions';
import type { SignIn } from './auth/sign-in';
import type { FormEntries } from './forms/form-entries';
import type { ClientContext } from './repository-client/transport';
import type { DraftStore } from './store/drafts';

/** Key of a text in the locales, with its values. */
export interface TextReference {
  /** '<namespace>:<key>' */
  key: string;
  values?: Record<string, string | number>;
}

/** Message that is shown once, on the response or on the next page. */
export interface FlashMessage extends TextReference {
  kind: 'success' | 'note';
  /**
   * A value to be copied, in a field below the message. `label` is the key of its name. Nobody can show it again, and a
   * change of language would lose it.
   */
  field?: { label: string; value: string };
}

/**
 * Body of the response to a form that was posted by nobody known (401), by another account (409) or for something that is
 * gone (404). Its text is shown for copying.
 */
export interface UnsavedForm {
  unsaved: FormEntries;
  page: string;
  about: 'account' | 'upload';
}

/** A request that failed because something it needs is away (503) or full (507). */
export interface UnansweredRequest {
  status: OutageStatus;
  /** Path and query of the page, for the retry. */
  page: string;
  /** Entries of the posted form; null if there was none or it cannot be read. */
  unsent: FormEntries | null;
  /** The same as pairs of words, for copying, if its names and values are none. */
  inWords?: FormEntries;
  /** The form certainly comes from one of our own pages, so a button of ours may send it again. */
  maySendAgain: boolean;
  /** It contained files, which have to be chosen again. */
  hasFiles: boolean;
  /** It was sent by script, not by the browser. */
  isByScript: boolean;
}

/** The refusal of a file that a browser has asked for. */
export interface RefusedFile {
  status: number;
  message?: string;
}

/**
 * Context of every loader and action. The session is loaded and its tokens are refreshed once per request, before Remix
 * runs. Cookies that are set here are sent with the response.
 */
export interface LoadContext extends ClientContext {
  timeZone: string;
  cspNonce: string;
  /** Address of the visitor, who takes turns with others; '' if it is not known. */
  visitor: string;
  minFileBytes: number;
  maxFileBytes: number;
  operator: Operator;
  /** Caches outside this server may keep what everybody gets. */
  mayBeShared: boolean;
  user: User | null;
  /** When the session ends unless it is used before; null without one. */
  signedInUntil: Date | null;
  /** Token of the hidden field that forms carry for browsers that send no Origin; '' without session. */
  formToken: string;
  /** Parts of the page that the browser takes as they are, by the id of their element (`ServerPart`). */
  serverParts: Map<string, ReactNode>;
  flash: { take(): FlashMessage | null; set(message: FlashMessage): void };
  drafts: DraftStore;
  signIn: SignIn;
  /** Logs an unexpected server error, with the reference number that the page shows. */
  reportError(error: unknown, reference?: string): void;
  /** Notes that the request cannot be handled because something it needs is away or full. */
  meetOutage(status: OutageStatus): void;
  /** The failed request, only on the page about the outage. */
  unanswered?: UnansweredRequest;
  /** The refusal of a file, only on the page about it. */
  refused?: RefusedFile;
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
