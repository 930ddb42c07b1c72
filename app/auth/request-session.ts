import type { OpenIdClient, TokenSet } from './open-id-client';
import type { FoundSession, Sessions } from './sessions';

/** Tokens are renewed this long before they expire (spec section 9, 'token-expiring notice'). */
const renewBeforeExpiryMs = 60_000;

const isFresh = (tokens: TokenSet) =>
  tokens.accessTokenExpiresAt.getTime() - Date.now() > renewBeforeExpiryMs;

/**
 * The session behind a request, its access token fresh for the whole of it: one refresh per request at
 * most, before any loader runs, and one at a time per session (design pitfall 9). While the provider
 * cannot be reached, a token that still holds is used on; an expired one makes the request anonymous
 * without ending the session.
 */
export async function loadRequestSession(
  id: string | null,
  sessions: Sessions,
  client: Pick<OpenIdClient, 'refresh'>,
  reportFault: (error: unknown) => void,
): Promise<FoundSession | null> {
  const found = id ? await sessions.find(id) : null;
  if (!id || found?.state !== 'active' || isFresh(found.tokens)) return found;
  const { subject } = found.tokens.user;
  try {
    const tokens = await sessions.renewTokens(id, async (stored) => {
      if (isFresh(stored)) return stored;
      return stored.refreshToken ? client.refresh(stored.refreshToken) : null;
    });
    return tokens ? { ...found, tokens } : { state: 'ended', subject };
  } catch (error) {
    reportFault(error);
    return found.tokens.accessTokenExpiresAt.getTime() > Date.now() ? found : null;
  }
}
