import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

// Servers only. This is the one module of `domain` that needs Node.

/**
 * Keys for one purpose, one from each value of SESSION_SECRET. The first one seals and signs, all of them open and
 * verify.
 */
export type Keys = [current: Buffer, ...previous: Buffer[]];

/** Derives keys of 32 bytes (HKDF, RFC 5869). Throws an Error if there is no secret. */
export function deriveKeys(secrets: readonly string[], purpose: string): Keys {
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `motothek ${purpose}`, 32));
  const [current, ...previous] = secrets.map(derive);
  if (!current) throw new Error('There is no SESSION_SECRET.');
  return [current, ...previous];
}

/** SHA-256 of a content, in base64url. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** HMAC-SHA256 of a text, in base64url. */
export function signatureOf(text: string, key: Buffer | string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether a signature is that of a text with one of these keys. Takes the same time for right and wrong ones. */
export function isSignatureOf(signature: string, text: string, keys: readonly (Buffer | string)[]): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(text, key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

const compared = 'comparison of secrets';

/** Whether a client gave this secret; never without one. Takes the same time for right and wrong ones. */
export function isSecret(given: string | undefined, secret: string | undefined): boolean {
  if (given === undefined || secret === undefined || secret === '') return false;
  return isSignatureOf(signatureOf(compared, given), compared, [secret]);
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts content with AES-256-GCM. Returns nonce, tag and cipher text in base64url. `label` names its purpose or its
 * row. It is needed again to open it, so sealed content cannot be used anywhere else.
 */
export function seal(content: string | Buffer, [key]: Keys, label = ''): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts content that `seal` encrypted with one of these keys; null if keys or label differ, or if it was changed. */
export function unseal(sealed: string, keys: Keys, label = ''): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    } catch {
      // Another of the keys may open it.
    }
  }
  return null;
}
