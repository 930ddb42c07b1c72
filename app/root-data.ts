import type { SiteStatistics } from '@domain/api/search';
import type { Language } from '@domain/language';

import type { User } from './auth/sessions';
import type { FlashMessage } from './load-context';

/** Session in which a page was rendered. */
export interface ShownSession {
  /** Seconds until it ends, unless it is used before then. */
  secondsLeft: number;
  /** Message with the end of the session and how to extend it. */
  message: string;
  /** Address at which script checks the session. */
  address: string;
}

/** Data of the root loader, for every page. */
export interface RootData {
  language: Language;
  /** Language that the browser prefers, if the visitor has not chosen one and the page is in another. */
  offeredLanguage: Language | null;
  user:
    | (Pick<User, 'name' | 'isExpert' | 'isAdmin'> & {
        /** How many submissions wait for an expert; null for others, and if the repository does not respond. */
        waiting: number | null;
      })
    | null;
  /** The session of the user; null if nobody is signed in. */
  session: ShownSession | null;
  /** In the user's language. */
  flash: { kind: FlashMessage['kind']; message: string; field?: { label: string; value: string } } | null;
  formToken: string;
  /** Null if the repository does not respond. The page is then rendered without counters. */
  statistics: SiteStatistics | null;
  timeZone: string;
  origin: string;
}
