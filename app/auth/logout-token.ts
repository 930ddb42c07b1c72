import { jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';

/** Longest age of a logout token. Providers send it at once (Back-Channel Logout 1.0, 2.4: two minutes). */
const logoutTokenSeconds = 300;
/** How long the id of a logout token is stored, which is longer than any server accepts the token. */
const rememberedMs = 3_600_000;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Content of a back-channel logout token: who is signed out, and its id, so that it is used only once. */
export interface LogoutToken {
  subject: string | null;
  sid: string | null;
  id: string;
  rememberUntil: Date;
}

/** Content of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6); null if it is not valid. */
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
