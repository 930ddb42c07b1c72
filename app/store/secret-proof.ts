import { and, eq } from 'drizzle-orm';

import { ForeignSecret } from '@domain/operator-error';
import { deriveKeys, seal, unseal } from '@domain/secrets';

import type { WebDatabase } from './database';
import { secretProofs } from './schema';

const name = 'SESSION_SECRET';

/**
 * Throws ForeignSecret if this database is used with a SESSION_SECRET that is not among these values, because its
 * sessions could not be decrypted. The first start stores a proof: a text that the current secret sealed. If the proof
 * is of an earlier secret among the values, it is replaced.
 */
export async function proveSecret(db: WebDatabase, secrets: readonly string[]): Promise<void> {
  const keys = deriveKeys(secrets, 'secret proof');
  const proof = { name, sealed: seal(name, keys, name) };
  await db.insert(secretProofs).values(proof).onConflictDoNothing();
  const [known] = await db.select().from(secretProofs).where(eq(secretProofs.name, name));
  const stored = known?.sealed ?? '';
  if (unseal(stored, keys, name) === null) throw new ForeignSecret();
  if (unseal(stored, [keys[0]], name) !== null) return;
  const unchanged = and(eq(secretProofs.name, name), eq(secretProofs.sealed, stored));
  await db.update(secretProofs).set(proof).where(unchanged);
}
