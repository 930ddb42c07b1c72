import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import type { JWK } from 'oidc-provider';

import { deriveKey, seal, unseal } from './sealing';
import type { Database } from './store/database';
import { findKey, insertKey, removeKey } from './store/keys';

/** Smallest RSA key of RS256 that is held safe until 2030 (NIST SP 800-57 part 1, table 2). */
const rsaBits = 2048;

export interface ProviderKeys {
  /** Private key that signs the tokens, as JWK. */
  signing: JWK;
  /** Signs the provider's cookies. */
  cookies: string[];
  /** Signs the hidden token of forms. */
  formToken: Buffer;
}

/**
 * The provider's own keys: made once, kept encrypted in the database, the same for every process. With
 * another SESSION_SECRET the old ones cannot be read; new ones take their place and everybody has to
 * sign in again.
 */
export async function loadProviderKeys(
  db: Database,
  secret: string,
  log: (message: string) => void,
): Promise<ProviderKeys> {
  const sealingKey = deriveKey(secret, 'motothek identity keys');
  const load = (purpose: string, generate: () => Promise<string>) =>
    loadKey(db, { purpose, sealingKey, generate, log });
  return {
    signing: JSON.parse(await load('signing', generateSigningKey)) as JWK,
    cookies: [await load('cookies', async () => randomBytes(32).toString('base64url'))],
    formToken: deriveKey(secret, 'motothek identity form token'),
  };
}

async function loadKey(
  db: Database,
  options: {
    purpose: string;
    sealingKey: Buffer;
    generate: () => Promise<string>;
    log: (message: string) => void;
  },
): Promise<string> {
  const { purpose, sealingKey, generate, log } = options;
  const stored = await findKey(db, purpose);
  if (stored !== null) {
    const opened = unseal(stored, sealingKey);
    if (opened !== null) return opened;
    log(
      `The provider's key '${purpose}' was made with another SESSION_SECRET and is replaced: all sessions end.`,
    );
    await removeKey(db, purpose, stored);
  }
  await insertKey(db, purpose, seal(await generate(), sealingKey));
  const winner = await findKey(db, purpose);
  const opened = winner === null ? null : unseal(winner, sealingKey);
  if (opened === null)
    throw new Error(
      `The provider's key '${purpose}' cannot be read: two servers with different SESSION_SECRET?`,
    );
  return opened;
}

async function generateSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: rsaBits });
  const kid = randomBytes(9).toString('base64url');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid });
}
