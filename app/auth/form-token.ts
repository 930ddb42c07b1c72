import { createHmac, timingSafeEqual } from 'node:crypto';

/** Token that forms of a session carry for browsers that send neither Origin nor Sec-Fetch-Site. */
export function formTokenOf(sessionId: string, key: Buffer): string {
  return createHmac('sha256', key).update(sessionId).digest('base64url');
}

/** Whether a token was given out to this session. */
export function holdsFormToken(token: string, sessionId: string, key: Buffer): boolean {
  const expected = Buffer.from(formTokenOf(sessionId, key));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
