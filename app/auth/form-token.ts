import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Keys, signatureOf } from '@domain/secrets';

const tokenBytes = 32;

/**
 * Form token of a session, for browsers that send neither Origin nor Sec-Fetch-Site. Every page has it under another
 * mask (mask, then token XOR mask), because pages are compressed, and a constant token could be guessed letter by
 * letter from their sizes (BREACH).
 */
export function formTokenOf(sessionId: string, [key]: Keys): string {
  const mask = randomBytes(tokenBytes);
  return Buffer.concat([mask, xor(tokenOf(sessionId, key), mask)]).toString('base64url');
}

/** Whether a token belongs to this session. */
export function holdsFormToken(token: string, sessionId: string, keys: Keys): boolean {
  const given = Buffer.from(token, 'base64url');
  if (given.length !== 2 * tokenBytes) return false;
  const unmasked = xor(given.subarray(tokenBytes), given.subarray(0, tokenBytes));
  return keys.some((key) => timingSafeEqual(unmasked, tokenOf(sessionId, key)));
}

function tokenOf(sessionId: string, key: Buffer): Buffer {
  return Buffer.from(signatureOf(sessionId, key), 'base64url');
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ mask[index]!));
}
