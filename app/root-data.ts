import type { SiteStatistics } from '@domain/api/search';
import type { Language } from '@domain/language';

import type { User } from './auth/sessions';
import type { FlashMessage } from './load-context';

/** What a page knows of the session it was made in. */
export interface ShownSession {
  /** Until it ends, if it is not used before. */
  secondsLeft: number;
  /** Tells until when one stays logged in, and how to stay longer. */
  message: string;
  /** Address where script looks after it. */
  address: string;
}

/** What the root loader gives to every page. */
export interface RootData {
  language: Language;
  user: Pick<User, 'name' | 'isExpert'> | null;
  /** The session of the user; null for nobody. */
  session: ShownSession | null;
  /** In the user's language. */
  flash: { kind: FlashMessage['kind']; message: string } | null;
  formToken: string;
  /** Null when the repository does not answer: the page stands without counters. */
  statistics: SiteStatistics | null;
  timeZone: string;
  origin: string;
}
