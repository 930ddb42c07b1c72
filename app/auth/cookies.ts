import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Name of the session cookie. On https it has the __Host- prefix, so that no sibling domain can set it. */
export function sessionCookieName(https: boolean): string {
  return https ? '__Host-session' : 'session';
}

/** Value of a cookie in a `Cookie` header; null if it is absent. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** A Set-Cookie header: HttpOnly, SameSite=Lax, for the whole site unless `path` is given. `maxAgeSeconds` 0 removes it. */
export function cookieHeader(
  name: string,
  value: string,
  options: { https: boolean; maxAgeSeconds?: number; path?: string },
): string {
  const age = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`;
  return `${name}=${value}; Path=${options.path ?? '/'}; HttpOnly; SameSite=Lax${age}${options.https ? '; Secure' : ''}`;
}

/**
 * Keys for one purpose, one per value of SESSION_SECRET (HKDF, RFC 5869). The first one seals and signs, all of them
 * open and verify.
 */
export type Keys = [current: Buffer, ...former: Buffer[]];

export function deriveKeys(secrets: readonly string[], purpose: string): Keys {
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `motothek ${purpose}`, 32));
  const [current, ...former] = secrets.map(derive);
  if (!current) throw new Error('There is no SESSION_SECRET.');
  return [current, ...former];
}

/** Appends a signature, so that the value can be trusted when it comes back. */
export function sign(value: string, [key]: Keys): string {
  return `${value}.${createHmac('sha256', key).update(value).digest('base64url')}`;
}

/** The value of a signed text; null if the signature is not valid. */
export function unsign(signed: string, keys: Keys): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return null;
  const given = Buffer.from(signed);
  const isSignedBy = (key: Buffer) => {
    const expected = Buffer.from(sign(signed.slice(0, dot), [key]));
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return keys.some(isSignedBy) ? signed.slice(0, dot) : null;
}
