import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { compactDecrypt, CompactEncrypt } from 'jose';
import { z } from 'zod';

import type { Keys } from '@domain/secrets';

import { cookieHeader, readCookie } from './cookies';

/** Secret of a browser that signs in: the same for all its starts, and all that is kept of them there. */
const browserCookie = 'sign-in';
const browserPattern = /^[\w-]{22}$/;
/** As long as the provider's page may stay open (services/identity/provider/provider.ts). */
const rememberSeconds = 24 * 3600;
/**
 * A packed address may have this size, so that the addresses of provider and callback stay below the 8 KiB
 * that nginx takes for a line. Five hundred ticked results, all that one download takes, need a third.
 */
const maxPackedBytes = 4000;
const maxAddressBytes = 64 * 1024;
const encryption = { alg: 'dir', enc: 'A256GCM' };

const HeadSchema = z.object({
  browser: z.string(),
  codeVerifier: z.string(),
  startedAt: z.number(),
  isRepeated: z.boolean(),
});

/** A started sign-in. It travels to the provider and back as `state`, sealed: nothing is kept of it here. */
export interface SignInStart extends z.infer<typeof HeadSchema> {
  /** Path and query of the page to come back to. */
  returnUrl: string;
}

/** A start of this moment, with a code verifier of its own (RFC 7636, section 4.1: 43 characters). */
export function newStart(browser: string, returnUrl: string, isRepeated: boolean): SignInStart {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { browser, codeVerifier, startedAt: Date.now(), isRepeated, returnUrl };
}

/** Seals a start (JWE). Only the address is packed: what is secret must not show in the length. */
export function sealStart({ returnUrl, ...head }: SignInStart, [key]: Keys): Promise<string> {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), deflateRawSync(returnUrl)]);
  return new CompactEncrypt(content).setProtectedHeader(encryption).encrypt(key);
}

/** The start that a state holds; null for anything that was sealed with none of these keys. */
export async function openStart(state: string, keys: Keys): Promise<SignInStart | null> {
  for (const key of keys) {
    const opened = await compactDecrypt(state, key).catch(() => null);
    if (opened) return readStart(Buffer.from(opened.plaintext));
  }
  return null;
}

function readStart(content: Buffer): SignInStart | null {
  try {
    const end = content.indexOf('\n');
    const head = HeadSchema.parse(JSON.parse(content.subarray(0, end).toString()));
    const packed = content.subarray(end + 1);
    return { ...head, returnUrl: inflateRawSync(packed, { maxOutputLength: maxAddressBytes }).toString() };
  } catch {
    return null;
  }
}

/** The address itself; without query and fragment where it is too long to travel. */
export function portableReturnUrl(returnUrl: string): string {
  const [path = '/'] = returnUrl.split(/[?#]/, 1);
  return [returnUrl, path].find((each) => deflateRawSync(each).length <= maxPackedBytes) ?? '/';
}

/** The secret that the browser has from an earlier start; null without one. */
export function browserOf(cookies: string | null): string | null {
  const value = readCookie(cookies, browserCookie);
  return value !== null && browserPattern.test(value) ? value : null;
}

export const newBrowser = () => randomBytes(16).toString('base64url');

export function browserCookieHeader(browser: string, https: boolean): string {
  const path = '/authentication';
  return cookieHeader(browserCookie, browser, { https, path, maxAgeSeconds: rememberSeconds });
}

/** Cookies that starts of sign-in left on the whole site until they were kept in `state`. */
const formerCookie = /^(?:return-[\w-]{0,12}|sign-in:[\w-]{36})$/;
/** Proxies give the headers of an answer 4 KiB (nginx, proxy_buffer_size). */
const maxRemovals = 20;

/** `Set-Cookie` headers that remove the former cookies, some with each answer. */
export function formerCookieRemovals(cookies: string | null, https: boolean): string[] {
  const names = (cookies ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return names
    .filter((name) => formerCookie.test(name))
    .slice(0, maxRemovals)
    .map((name) => cookieHeader(name, '', { https, maxAgeSeconds: 0 }));
}
