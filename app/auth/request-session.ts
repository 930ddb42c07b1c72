import type { OpenIdClient } from './open-id-client';
import type { TokenSet, FoundSession, Sessions } from './sessions';

/** Tokens are renewed this long before they expire (spec section 9, 'token-expiring notice'). */
const renewBeforeExpiryMs = 60_000;

const isFresh = (tokens: TokenSet) => tokens.accessTokenExpiresAt.getTime() - Date.now() > renewBeforeExpiryMs;

interface SessionParts {
  sessions: Sessions;
  openId: Pick<OpenIdClient, 'refresh'>;
  /** Whether an access token is still valid, if the provider can be asked without a request. */
  tokenHolds?: (accessToken: string) => Promise<boolean>;
  reportError(error: unknown): void;
}

/**
 * The session of a request, with an access token that is valid for all of it. It is refreshed at most once per request,
 * before loaders run, and by one request at a time. A token that is not valid any more, because the
 * password or the roles were changed, is renewed at once. After a change of the password the provider refuses that, and
 * the session ends. While the provider cannot be reached, a valid token is still used; otherwise the request is
 * anonymous, without ending the session. With purpose 'look' a token is not renewed because of its age.
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
