import { z } from 'zod';

import type { FlashMessage, Sentence } from '../load-context';
import { cookieHeader, readCookie, sign, unsign, type Keys } from './cookies';

export const flashCookie = 'flash';
/** A flash cookie stays small: longer messages lose their values, then what is said besides. */
const maxFlashBytes = 2000;

const SentenceSchema = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const FlashSchema = SentenceSchema.extend({ kind: z.enum(['success', 'note']), also: SentenceSchema.optional() });

/** Signed cookie value of a message. */
export function packFlash(message: FlashMessage, keys: Keys): string {
  const pack = (content: FlashMessage) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const shorter = [message, { ...message, values: undefined }, { kind: message.kind, key: message.key }];
  const packed = shorter.map(pack);
  return sign(packed.find((each) => each.length <= maxFlashBytes) ?? '', keys);
}

/** Message of a `Cookie` header; null when there is none or it was tampered with. */
export function readFlash(header: string | null, keys: Keys): FlashMessage | null {
  const packed = unsign(readCookie(header, flashCookie) ?? '', keys);
  if (packed === null) return null;
  try {
    return FlashSchema.parse(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * The message that a request brings, and the one it leaves: for its own answer where that is a page with the
 * frame, for the next one otherwise. One cookie, since browsers may keep the first of two of a name.
 */
export function bindFlash(cookies: string | null, keys: Keys, https: boolean) {
  let main: FlashMessage | null = null;
  let also: Sentence | undefined;
  let isTaken = false;
  const brought = readFlash(cookies, keys);
  const left = () => (main ? { ...main, also } : also ? { kind: 'note' as const, ...also } : null);
  return {
    take: () => {
      isTaken = true;
      return left() ?? brought;
    },
    set: (message: FlashMessage) => {
      [main, isTaken] = [message, false];
    },
    also: (sentence: Sentence) => {
      [also, isTaken] = [sentence, false];
    },
    /** `Set-Cookie` header of what is left to be said; null where that is as it was. */
    header: () => {
      const message = left();
      if (isTaken) return brought && cookieHeader(flashCookie, '', { https, maxAgeSeconds: 0 });
      return message && cookieHeader(flashCookie, packFlash(message, keys), { https });
    },
  };
}
