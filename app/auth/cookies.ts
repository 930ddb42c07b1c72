/** Name of the session cookie. On https it has the __Host- prefix, so that no sibling domain can set it. */
export function sessionCookieName(https: boolean): string {
  return https ? '__Host-session' : 'session';
}

/** Name of the cookie that remembers the height of the problem list. */
export const listHeightCookie = 'problem-list';

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
