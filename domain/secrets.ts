import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

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

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM. Returns nonce, tag and cipher text in base64url. `label` says what the text belongs
 * to. It is needed again to open it, so a sealed text cannot be moved to another row.
 */
export function seal(text: string, [key]: Keys, label = ''): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts a sealed text; null if keys or label are different, or if the text was changed. */
export function unseal(sealed: string, keys: Keys, label = ''): string | null {
  for (const key of keys) {
    const opened = open(Buffer.from(sealed, 'base64url'), key, label);
    if (opened !== null) return opened;
  }
  return null;
}

function open(bytes: Buffer, key: Buffer, label: string): string | null {
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
