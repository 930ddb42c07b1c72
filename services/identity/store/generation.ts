/**
 * The generation of an account is the number of its password changes. A sign-in reads it from the same row as the
 * password hash, and from there it goes into session, code, refresh token and access token. Anything of another
 * generation than the account is not valid, however late it is written or sent.
 *
 * It is passed on as one of the authentication methods (`amr`, RFC 8176), because oidc-provider copies these from a
 * sign-in to everything that follows from it and does not put them into a token itself.
 */
const prefix = 'generation-';

/** Authentication methods of a sign-in; with a password unless others are given. */
export function methodsOf({ generation }: { generation: number }, methods: readonly string[] = ['pwd']): string[] {
  return [...methods, prefix + String(generation)];
}

/** Returns the generation from authentication methods; null if there is none. */
export function generationIn(methods: unknown): number | null {
  if (!Array.isArray(methods)) return null;
  const found = (methods as unknown[]).find(
    (method): method is string => typeof method === 'string' && method.startsWith(prefix),
  );
  const generation = Number(found?.slice(prefix.length));
  return Number.isSafeInteger(generation) ? generation : null;
}
