import { jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';

/** Age of a logout token beyond which it is none; providers send it at once (Back-Channel Logout 1.0, 2.4: two minutes). */
const logoutTokenSeconds = 300;
/** How long the id of a logout token is remembered: longer than any server's clock takes it for valid. */
const rememberedMs = 3_600_000;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Whom a back-channel logout signs out, and its own name, by which it is known again. */
export interface LogoutToken {
  subject: string | null;
  sid: string | null;
  id: string;
  rememberUntil: Date;
}

/** What a logout token says (OpenID Connect Back-Channel Logout 1.0, 2.6); null when it is not valid. */
export async function verifyLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'clockTolerance'>,
): Promise<LogoutToken | null> {
  const verified = await jwtVerify(token, keys, {
    ...expected,
    maxTokenAge: logoutTokenSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch(() => null);
  if (!verified) return null;
  const { sub, sid, nonce, events, iat = 0, jti = '' } = verified.payload;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  if (!isLogout || nonce !== undefined || (!sub && typeof sid !== 'string')) return null;
  return {
    subject: sub ?? null,
    sid: typeof sid === 'string' ? sid : null,
    id: jti,
    rememberUntil: new Date(iat * 1000 + rememberedMs),
  };
}
