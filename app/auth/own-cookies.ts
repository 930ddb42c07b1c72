import { languageCookie } from '@domain/language-code';

import { listHeightCookie, sessionCookieName } from './cookies';
import { flashCookie } from './flash';

/** Cookies that make pages differ between readers. */
const personal = [sessionCookieName(true), sessionCookieName(false), flashCookie];
/** Cookies that do not make pages personal. The language is part of the key of the page cache; the problem list is never on a shared page. */
const others = [languageCookie, listHeightCookie];

const namesIn = (header: string) => header.split(';').map((pair) => (pair.split('=')[0] ?? '').trim());

/** Whether a `Cookie` header contains one of our cookies that make a page personal. Other cookies are ignored. */
export function holdsPersonalCookie(header: string | null): boolean {
  return namesIn(header ?? '').some((name) => personal.includes(name));
}

/**
 * Whether a cookie is in the lists above. Tests fail if the app sets one that is not, because the page cache would
 * ignore it.
 */
export function isOwnCookie(name: string): boolean {
  return [...personal, ...others].includes(name);
}
