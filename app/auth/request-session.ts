import type { OpenIdClient } from './open-id-client';
import type { TokenSet, FoundSession, Sessions } from './sessions';

/** Tokens are renewed this long before they expire (spec section 9, 'token-expiring notice'). */
const renewBeforeExpiryMs = 60_000;

const isFresh = (tokens: TokenSet) => tokens.accessTokenExpiresAt.getTime() - Date.now() > renewBeforeExpiryMs;

interface SessionParts {
  sessions: Sessions;
  openId: Pick<OpenIdClient, 'refresh'>;
  /** Whether an access token still holds, where the provider can be asked without a message. */
  tokenHolds?: (accessToken: string) => Promise<boolean>;
  reportError(error: unknown): void;
}

/**
 * The session behind a request, its access token fresh for the whole of it: one refresh per request at
 * most, before any loader runs, and one at a time per session (design pitfall 9). A token that is no longer valid,
 * since the password or the roles were changed, is renewed at once: the provider refuses that after a change of
 * the password, and the session ends. While the provider cannot be reached, a token that still holds is used on;
 * any other makes the request anonymous without ending the session. Who only looks at a session renews no token
 * for its age.
 */
export async function loadRequestSession(
  id: string | null,
  { sessions, openId, tokenHolds = async () => true, reportError }: SessionParts,
  purpose: 'use' | 'look' = 'use',
): Promise<FoundSession | null> {
  const found = id ? await sessions.find(id, purpose) : null;
  if (!id || found?.state !== 'active') return found;
  const isGood = async (tokens: TokenSet) =>
    (purpose === 'look' || isFresh(tokens)) && (await tokenHolds(tokens.accessToken));
  if (await isGood(found.tokens)) return found;
  const { accessToken, accessTokenExpiresAt, user } = found.tokens;
  try {
    const tokens = await sessions.renewTokens(id, async (stored) => {
      if (await isGood(stored)) return stored;
      return stored.refreshToken ? openId.refresh(stored.refreshToken) : null;
    });
    return tokens ? { ...found, tokens } : { state: 'ended', subject: user.subject };
  } catch (error) {
    reportError(error);
    const isUsable = accessTokenExpiresAt.getTime() > Date.now() && (await tokenHolds(accessToken));
    return isUsable ? found : null;
  }
}
