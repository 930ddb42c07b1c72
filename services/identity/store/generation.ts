/**
 * The generation of an account counts how often all its sessions and tokens were ended: by a new password, a lock, 'end
 * all sessions', or two-step sign-in that was turned off for its owner. A sign-in reads it from the same row as the
 * password hash, and from there it goes into session, code, refresh token and access token. Anything of another
 * generation than the account is not valid, however late it is written or sent.
 *
 * It is passed on as one of the authentication methods (`amr`, RFC 8176), because oidc-provider copies these from a
 * sign-in to everything that follows from it and does not put them into a token itself.
 */
const prefix = 'generation-';

/** Second factor of a sign-in, as RFC 8176 names it: a one-time code, or a key of the device. */
export type Factor = (typeof factors)[number];
const factors = ['otp', 'hwk'] as const;
/** What RFC 8176 calls a sign-in with more than one factor. */
const several = 'mfa';

/** Marks a sign-in at an outside provider, which does not tell of a password. Not in tokens. */
const outside = 'outside';

/** In the result of a sign-in: it goes on without the second factor that a role requires. Counts for that sign-in alone. */
export const waivedFactor = 'waivedFactor';

/** Marks a sign-in with a recovery code. Not in tokens. */
const recovery = 'recovery';

/** First step of a sign-in as authentication methods: a password, or an outside provider with what it has asked for. */
export type Entrance = readonly string[];
const password: Entrance = ['pwd'];

/** First step at an outside provider. `usedSecondFactor`: it says that it has asked for a second factor. */
export function outsideEntrance({ usedSecondFactor }: { usedSecondFactor: boolean }): Entrance {
  return usedSecondFactor ? [outside, several] : [outside];
}

/** The first step of a sign-in, by default a password, with the mark that a recovery code was its second one. */
export function withRecoveryCode(entrance: Entrance = password): Entrance {
  return [...entrance, recovery];
}

/** Whether a recovery code was the second step. */
export function usedRecoveryCode(methods: readonly string[] = []): boolean {
  return methods.includes(recovery);
}

/** Whether a passkey was the second step. */
export function usedPasskey(methods: unknown): boolean {
  return factorIn(methods) === 'hwk';
}

/** Whether the first step was at an outside provider. */
export function beganOutside(methods: Entrance = password): boolean {
  return methods.includes(outside);
}

/** Whether an outside provider has asked for a second factor. */
export function hasOutsideFactor(methods: readonly string[] = []): boolean {
  return methods.includes(outside) && methods.includes(several);
}

/** Authentication methods of a sign-in: its first step, by default a password, and, unless it is null, a second factor. */
export function methodsOf(
  { generation, entrance = password }: { generation: number; entrance?: Entrance | undefined },
  factor: Factor | null = null,
): string[] {
  return [...new Set([...entrance, ...(factor ? [factor, several] : []), prefix + String(generation)])];
}

/** The second factor among authentication methods; null if there is none. */
export function factorIn(methods: unknown): Factor | null {
  return (Array.isArray(methods) && factors.find((factor) => (methods as unknown[]).includes(factor))) || null;
}

/**
 * Authentication methods as tokens show them: those of RFC 8176. `hasFactor`: the account still has a second factor. That
 * of an outside provider counts without one.
 */
export function methodsForToken(methods: readonly string[], hasFactor: boolean): string[] {
  const isShown = (method: string) => method !== outside && method !== recovery && !method.startsWith(prefix);
  return methods.filter(
    (method) => method === 'pwd' || (isShown(method) && (hasFactor || (method === several && !factorIn(methods)))),
  );
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
