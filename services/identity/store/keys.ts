import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import { and, eq, sql } from 'drizzle-orm';
import type { JWK } from 'oidc-provider';

import { ForeignSecret } from '@domain/operator-error';
import { deriveKeys, type Keys, seal, unseal } from '@domain/secrets';

import type { Database, Queryable } from './database';
import { artifacts, keys } from './schema';

/** Smallest RSA key for RS256 that is considered safe until 2030 (NIST SP 800-57 part 1, table 2). */
const rsaBits = 2048;

export interface ProviderKeys {
  /** Private key that signs the tokens, as JWK. */
  signing: JWK;
  /** Keys that sign the provider's cookies. */
  cookies: string[];
  /** Keys for the hidden token of forms. The first one signs, all of them verify. */
  formToken: Keys;
  /** Client secret of the web app, if it runs in this process. */
  client: string;
  /** Key for hashing the keys of attempt limits, for signing the marks of known browsers and for making mailed links. */
  limits: string;
  /** Keys for the secrets of second factors. They stay the same when SESSION_SECRET is renewed. */
  factors: Keys;
  /** Keys for what a sign-in remembers between its steps. */
  steps: Keys;
}

/**
 * The provider's own keys. They are made once, stored encrypted in the database and shared by every process. They are
 * sealed with the first value of SESSION_SECRET. A key that another of its values has sealed is sealed again with the
 * first one. Throws ForeignSecret, without changing anything, if no value opens a key, because other servers may use it.
 */
export async function loadProviderKeys(db: Database, secrets: readonly string[]): Promise<ProviderKeys> {
  const sealingKeys = deriveKeys(secrets, 'identity keys');
  const load = (purpose: string, generate: () => Promise<string>) => loadKey(db, { purpose, sealingKeys, generate });
  return {
    signing: JSON.parse(await load('signing', generateSigningKey)) as JWK,
    cookies: [await load('cookies', generateSecret)],
    client: await load('client', generateSecret),
    limits: await load('limits', generateSecret),
    factors: deriveKeys([await load('factors', generateSecret)], 'second factors'),
    formToken: deriveKeys(secrets, 'identity form token'),
    steps: deriveKeys(secrets, 'identity sign-in steps'),
  };
}

async function loadKey(
  db: Database,
  options: { purpose: string; sealingKeys: Keys; generate: () => Promise<string> },
): Promise<string> {
  const { purpose, sealingKeys, generate } = options;
  const isKey = eq(keys.purpose, purpose);
  const find = async () => (await db.select({ sealed: keys.sealed }).from(keys).where(isKey))[0]?.sealed ?? null;
  if ((await find()) === null) {
    // If another process is faster, its key is the one that counts.
    await db
      .insert(keys)
      .values({ purpose, sealed: seal(await generate(), sealingKeys) })
      .onConflictDoNothing();
  }
  const stored = (await find()) ?? '';
  const opened = unseal(stored, sealingKeys);
  if (opened === null) throw new ForeignSecret();
  if (unseal(stored, [sealingKeys[0]]) === null) {
    await db
      .update(keys)
      .set({ sealed: seal(opened, sealingKeys) })
      .where(and(isKey, eq(keys.sealed, stored)));
  }
  return opened.toString();
}

async function generateSecret(): Promise<string> {
  return randomBytes(32).toString('base64url');
}

async function generateSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: rsaBits });
  const kid = randomBytes(9).toString('base64url');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid });
}

/**
 * Removes everything that a lost SESSION_SECRET has sealed, in the caller's transaction. All users are signed out, and the
 * next start makes new keys.
 */
export async function forgetKeys(tx: Queryable): Promise<void> {
  await tx.delete(keys);
  await tx.delete(artifacts);
  // The web app stores proofs of the secret if it uses this database.
  const { rows } = await tx.execute(sql`select to_regclass('web.secret_proofs') as found`);
  if (rows[0]?.found) await tx.execute(sql`delete from web.secret_proofs`);
}
