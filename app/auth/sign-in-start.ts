import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { z } from 'zod';

import { type Keys, seal, unseal } from '@domain/secrets';

import { cookieHeader, readCookie } from './cookies';

/** Cookie with the secret of a browser that signs in, the same for all its starts. */
const browserCookie = 'sign-in';
const browserPattern = /^[\w-]{22}$/;
/** The provider's page may stay open this long (services/identity/provider/provider.ts). */
const rememberSeconds = 24 * 3600;
/**
 * Largest compressed address. With it, the addresses of provider and callback stay below the 8 KiB that nginx accepts
 * for a line. Five hundred ticked results, the most of one download, need a third of it.
 */
const maxPackedBytes = 4000;
const maxAddressBytes = 64 * 1024;
const sealLabel = 'sign-in';

const HeadSchema = z.object({
  browser: z.string(),
  codeVerifier: z.string(),
  startedAt: z.number(),
  isRepeated: z.boolean(),
});

/** A started sign-in. It goes to the provider and back as a sealed `state` and is not stored here. */
export interface SignInStart extends z.infer<typeof HeadSchema> {
  /** Path and query of the page to return to. */
  returnUrl: string;
}

/** A start at this moment with a new code verifier (RFC 7636, section 4.1: 43 characters). */
export function newStart(browser: string, returnUrl: string, isRepeated: boolean): SignInStart {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { browser, codeVerifier, startedAt: Date.now(), isRepeated, returnUrl };
}

/** Seals a start. Only the address is compressed, because the length of compressed text tells something about it. */
export function sealStart({ returnUrl, ...head }: SignInStart, keys: Keys): string {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), deflateRawSync(returnUrl)]);
  return seal(content, keys, sealLabel);
}

/** The start in a state; null for anything that was not sealed with one of these keys. */
export function openStart(state: string, keys: Keys): SignInStart | null {
  const content = unseal(state, keys, sealLabel);
  if (!content) return null;
  try {
    const end = content.indexOf('\n');
    const head = HeadSchema.parse(JSON.parse(content.subarray(0, end).toString()));
    const packed = content.subarray(end + 1);
    return { ...head, returnUrl: inflateRawSync(packed, { maxOutputLength: maxAddressBytes }).toString() };
  } catch {
    return null;
  }
}

/** The address, without query and fragment if it is too long for a state. */
export function portableReturnUrl(returnUrl: string): string {
  const [path = '/'] = returnUrl.split(/[?#]/, 1);
  return [returnUrl, path].find((each) => deflateRawSync(each).length <= maxPackedBytes) ?? '/';
}

/** The secret that the browser got at an earlier start; null if it has none. */
export function browserOf(cookies: string | null): string | null {
  const value = readCookie(cookies, browserCookie);
  return value !== null && browserPattern.test(value) ? value : null;
}

export const newBrowser = () => randomBytes(16).toString('base64url');

export function browserCookieHeader(browser: string, https: boolean): string {
  const path = '/authentication';
  return cookieHeader(browserCookie, browser, { https, path, maxAgeSeconds: rememberSeconds });
}

/** Cookies of earlier versions, which stored starts of sign-in for the whole site. */
const formerCookie = /^(?:return-[\w-]{0,12}|sign-in:[\w-]{36})$/;
/** Proxies accept 4 KiB of response headers (nginx, proxy_buffer_size). */
const maxRemovals = 20;

/** `Set-Cookie` headers that remove the cookies of earlier versions, some with each response. */
export function formerCookieRemovals(cookies: string | null, https: boolean): string[] {
  const names = (cookies ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return names
    .filter((name) => formerCookie.test(name))
    .slice(0, maxRemovals)
    .map((name) => cookieHeader(name, '', { https, maxAgeSeconds: 0 }));
}
