import type { AccountRow } from './store/accounts';

/**
 * The generation of an account grows with every new password. Who types the password gets the generation that
 * belongs to it, from the same row as its hash; it goes from there into session, code, refresh token and access
 * token. What is of another generation than the account is no longer valid, however late it is written or sent.
 *
 * oidc-provider hands one thing on from a sign-in to all that comes of it, and into no token by itself: the
 * authentication methods (`amr`, RFC 8176). So the generation travels as one of them.
 */
const prefix = 'generation-';

/** Authentication methods of a sign-in by password. */
export function methodsOf({ generation }: Pick<AccountRow, 'generation'>): string[] {
  return ['pwd', prefix + String(generation)];
}

/** The generation among authentication methods; null where there is none. */
export function generationIn(methods: unknown): number | null {
  if (!Array.isArray(methods)) return null;
  const found = (methods as unknown[]).find(
    (method): method is string => typeof method === 'string' && method.startsWith(prefix),
  );
  const generation = Number(found?.slice(prefix.length));
  return Number.isSafeInteger(generation) ? generation : null;
}
