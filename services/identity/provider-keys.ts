import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import type { JWK } from 'oidc-provider';

import { ForeignSecret } from '@domain/operator-error';

import { deriveKey, seal, unseal } from './sealing';
import type { Database } from './store/database';
import { findKey, insertKey, replaceKey } from './store/keys';

/** Smallest RSA key of RS256 that is held safe until 2030 (NIST SP 800-57 part 1, table 2). */
const rsaBits = 2048;

export interface ProviderKeys {
  /** Private key that signs the tokens, as JWK. */
  signing: JWK;
  /** Signs the provider's cookies. */
  cookies: string[];
  /** Sign the hidden token of forms: the first one; all verify it. */
  formToken: Buffer[];
  /** Secret of the web app as a client, where it runs in this process. */
  client: string;
  /** Keys what is kept about attempts, and the marks of known browsers. */
  limits: string;
}

/**
 * The provider's own keys: made once, kept encrypted in the database, the same for every process. They are sealed with
 * the first of the values of SESSION_SECRET; what another one of them sealed is opened and sealed anew. Throws
 * ForeignSecret, having changed nothing, when none of them opens what is there: other servers live by it.
 */
export async function loadProviderKeys(db: Database, secrets: readonly string[]): Promise<ProviderKeys> {
  const sealingKeys = secrets.map((secret) => deriveKey(secret, 'motothek identity keys'));
  const load = (purpose: string, generate: () => Promise<string>) => loadKey(db, { purpose, sealingKeys, generate });
  return {
    signing: JSON.parse(await load('signing', generateSigningKey)) as JWK,
    cookies: [await load('cookies', generateSecret)],
    client: await load('client', generateSecret),
    limits: await load('limits', generateSecret),
    formToken: secrets.map((secret) => deriveKey(secret, 'motothek identity form token')),
  };
}

async function loadKey(
  db: Database,
  options: { purpose: string; sealingKeys: Buffer[]; generate: () => Promise<string> },
): Promise<string> {
  const { purpose, sealingKeys, generate } = options;
  const [current] = sealingKeys;
  if (!current) throw new Error('There is no SESSION_SECRET.');
  // Another process may be faster: then its key is the one.
  if ((await findKey(db, purpose)) === null) await insertKey(db, purpose, seal(await generate(), current));
  const stored = (await findKey(db, purpose)) ?? '';
  const opened = unseal(stored, sealingKeys);
  if (opened === null) throw new ForeignSecret();
  if (unseal(stored, [current]) === null) {
    await replaceKey(db, purpose, { stored, sealed: seal(opened, current) });
  }
  return opened;
}

async function generateSecret(): Promise<string> {
  return randomBytes(32).toString('base64url');
}

async function generateSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: rsaBits });
  const kid = randomBytes(9).toString('base64url');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid });
}
