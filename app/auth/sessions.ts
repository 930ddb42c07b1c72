import type { LogoutToken } from './logout-token';

/** Signed-in user, from the claims of the provider. */
export interface User {
  subject: string;
  name: string;
  email: string;
  /** Member of the editorial board, also as its chair. */
  isExpert: boolean;
  /** Looks after accounts, jobs and storage. Absent in sessions of earlier versions. */
  isAdmin?: boolean | undefined;
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
      /** When it ends unless it is used before then. */
      until: Date;
    }
  /** Ended less than 24 h ago. A form that is posted now is stored for this user. */
  | { state: 'ended'; subject: string };

/**
 * Sessions on the server, in the database schema `web`. Only the cookie contains the id;
 * the database contains its hash and the encrypted tokens.
 */
export interface Sessions {
  /** Creates a session. Returns its id for the cookie. */
  create(tokens: TokenSet): Promise<string>;
  /** Finds a session; null if the id is unknown or ended long ago. Only purpose 'use' extends the session. */
  find(id: string, purpose?: 'use' | 'look'): Promise<FoundSession | null>;
  /**
   * Renews the tokens under a lock on the session, so that only one of several parallel requests refreshes them.
   * `renew` gets the stored tokens once the lock is held. It returns the tokens to store (the same object if nothing is
   * to be done), or null to end the session.
   */
  renewTokens(id: string, renew: (stored: TokenSet) => Promise<TokenSet | null>): Promise<TokenSet | null>;
  end(id: string): Promise<void>;
  /**
   * Ends the sessions that a back-channel logout token names: one session of the provider, or all of a subject. Returns
   * their number; null if the token was used before, on any server.
   */
  endByProvider(token: LogoutToken): Promise<number | null>;
}
