import { z } from 'zod';

import { isSignatureOf, type Keys, signatureOf } from '@domain/secrets';

import type { FlashMessage } from '../load-context';
import { cookieHeader, readCookie } from './cookies';

export const flashCookie = 'flash';
/** A flash cookie stays small, so longer messages lose their values. */
const maxFlashBytes = 2000;

const FlashSchema = z.object({
  kind: z.enum(['success', 'note']),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  field: z.object({ label: z.string(), value: z.string() }).optional(),
});

/** Signed cookie value of a message. */
export function encodeFlash(message: FlashMessage, keys: Keys): string {
  const pack = (content: FlashMessage) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const packed = pack(message);
  const value = packed.length > maxFlashBytes ? pack({ ...message, values: undefined }) : packed;
  return `${value}.${signatureOf(value, keys[0])}`;
}

/** Message in a `Cookie` header; null if there is none or its signature is not valid. */
export function readFlash(header: string | null, keys: Keys): FlashMessage | null {
  const [packed = '', signature = ''] = (readCookie(header, flashCookie) ?? '').split('.');
  if (!isSignatureOf(signature, packed, keys)) return null;
  try {
    return FlashSchema.parse(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * The message that a request brings, and the one that it leaves: for its own response if that is a page with the frame,
 * otherwise for the next one. Both use one cookie, because browsers may keep only the first of two with the same name.
 */
export function bindFlash(cookies: string | null, keys: Keys, https: boolean) {
  let left: FlashMessage | null = null;
  let isTaken = false;
  const brought = readFlash(cookies, keys);
  return {
    take: () => {
      isTaken = true;
      return left ?? brought;
    },
    set: (message: FlashMessage) => {
      [left, isTaken] = [message, false];
    },
    /** `Set-Cookie` header for the message that is left; null if nothing has changed. */
    header: () => {
      if (isTaken) return brought && cookieHeader(flashCookie, '', { https, maxAgeSeconds: 0 });
      return left && cookieHeader(flashCookie, encodeFlash(left, keys), { https });
    },
  };
}
