import type { SiteStatistics } from '@domain/api/search';
import type { Language } from '@domain/language';

import type { FlashMessage, User } from './load-context';

/** What the root loader gives to every page. */
export interface RootData {
  language: Language;
  user: Pick<User, 'name' | 'isExpert'> | null;
  /** In the user's language. */
  flash: { kind: FlashMessage['kind']; sentence: string } | null;
  formToken: string;
  /** Null when the repository does not answer: the page stands without counters. */
  statistics: SiteStatistics | null;
  timeZone: string;
  origin: string;
}
