import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { Keys } from './cookies';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM. `label` says what it belongs to and must be given again to open it,
 * so that a sealed text moved to another row opens for nobody.
 */
export function seal(text: string, [key]: Keys, label: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Opens a sealed text; null when keys or label are others, or it was changed. */
export function unseal(sealed: string, keys: Keys, label: string): string | null {
  for (const key of keys) {
    const opened = open(sealed, key, label);
    if (opened !== null) return opened;
  }
  return null;
}

function open(sealed: string, key: Buffer, label: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
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
