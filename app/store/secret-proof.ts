import { and, eq } from 'drizzle-orm';

import { ForeignSecret } from '@domain/operator-error';
import { deriveKeys, seal, unseal } from '@domain/secrets';

import type { WebDatabase } from './database';
import { secretProofs } from './schema';

const name = 'SESSION_SECRET';

/**
 * Throws ForeignSecret when none of these values of SESSION_SECRET is the one that this database is used with: its
 * sessions would open for nobody. At the first start the secret in force is noted, as something that it sealed; when
 * a former one was noted, the one in force takes its place.
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
