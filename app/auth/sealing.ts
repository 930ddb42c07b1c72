import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { Keys } from './cookies';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts content with AES-256-GCM. `label` names its purpose or its row and has to be given again to open it, so that
 * sealed content cannot be used anywhere else.
 */
export function seal(content: string | Buffer, [key]: Keys, label: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts content that `seal` encrypted with one of these keys; null if keys or label differ, or if it was changed. */
export function unseal(sealed: string, keys: Keys, label: string): Buffer | null {
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
