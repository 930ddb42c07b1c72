import type { LogoutToken } from './logout-token';

/** Signed-in user, from the claims of the provider. */
export interface User {
  subject: string;
  name: string;
  email: string;
  isExpert: boolean;
}

/** Result of a sign-in or a refresh. */
export interface TokenSet {
  user: User;
  /** Session at the provider, which a back-channel logout names; '' if the provider gives none. */
  sid: string;
  idToken: string;
  accessToken: string;
  refreshToken: string | null;
  accessTokenExpiresAt: Date;
}

/** Result of looking up the session id of a cookie. */
export type FoundSession =
  | {
      state: 'active';
      tokens: TokenSet;
      /** When it ends unless it is used before. */
      until: Date;
    }
  /** Ended less than 24 h ago: a form posted now is kept for this user. */
  | { state: 'ended'; subject: string };

/**
 * Sessions on the server, in the database schema `web` (design section 3, 'Sessions'). The id stands in
 * the cookie alone: the database knows its hash, and the tokens only encrypted.
 */
export interface Sessions {
  /** Makes a session and answers its id for the cookie. */
  create(tokens: TokenSet): Promise<string>;
  /** Finds a session; null for an unknown or long ended id. To use it makes it last longer, to look does not. */
  find(id: string, purpose?: 'use' | 'look'): Promise<FoundSession | null>;
  /**
   * Renews the tokens under a lock on the session's row, so that of parallel requests one refreshes and
   * the others find its result. `renew` gets the tokens as stored once the lock is held and answers the
   * ones to store (the same object: nothing to do), or null to end the session.
   */
  renewTokens(id: string, renew: (stored: TokenSet) => Promise<TokenSet | null>): Promise<TokenSet | null>;
  end(id: string): Promise<void>;
  /**
   * Ends what a back-channel logout token names: one provider session, or all of a subject. Answers how many; null for
   * a token that was used before, at any server.
   */
  endByProvider(token: LogoutToken): Promise<number | null>;
}
