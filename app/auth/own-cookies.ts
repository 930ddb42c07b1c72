import { languageCookie } from '@domain/language-code';

import { sessionCookieName } from './cookies';
import { flashCookie } from './flash';

/** Cookies by which a page of one reader differs from that of another. */
const personal = [sessionCookieName(true), sessionCookieName(false), flashCookie];
/** Cookies that come with pages and change none of them, save for the language, which is no secret. */
const others = [languageCookie];

const namesIn = (header: string) => header.split(';').map((pair) => (pair.split('=')[0] ?? '').trim());

/** Whether a `Cookie` header carries one of ours that makes a page its reader's own. Foreign ones count for nothing. */
export function holdsPersonalCookie(header: string | null): boolean {
  return namesIn(header ?? '').some((name) => personal.includes(name));
}

/**
 * Whether the name of a cookie is in the lists above. One that the app sets for its pages and that is not
 * would be taken for foreign by the page cache: tests fail on it.
 */
export function isOwnCookie(name: string): boolean {
  return [...personal, ...others].includes(name);
}
