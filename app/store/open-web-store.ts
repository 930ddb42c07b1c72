import { and, eq } from 'drizzle-orm';
import type pg from 'pg';

import { ForeignSecret } from '@domain/operator-error';
import { deriveKeys, seal, unseal } from '@domain/secrets';

import type { FoundSession, Sessions } from '../auth/sessions';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type WebDatabase, secretProofs } from './schema';
import type { IsLowOnSpace } from './draft-limits';
import { createDraftStore, type DraftStore, sweepDrafts } from './drafts';
import { createSessionStore } from './session-store';

const sweepEveryMs = 3_600_000;

interface WebStore {
  sessions: Sessions;
  /** Drafts of the user of a session, which may have ended. */
  draftsOf(session: FoundSession | null): DraftStore;
  /** Stops the hourly sweep. */
  close(): void;
}

/**
 * Opens the stores of the web app in the schema `web`, which has to be up to date, and deletes expired rows from then
 * on. Throws ForeignSecret if the database is used with another SESSION_SECRET.
 */
export async function openWebStore(
  pool: pg.Pool,
  sessionSecrets: readonly string[],
  reportError: (error: unknown) => void = () => {},
  isLowOnSpace?: IsLowOnSpace,
  kept: { draftDays?: number; sessionDays?: number } = {},
): Promise<WebStore> {
  const db = drizzle(pool);
  await proveSecret(db, sessionSecrets);
  const sessions = createSessionStore(db, { sessionSecrets, sessionDays: kept.sessionDays });
  const sweep = async () => {
    await sessions.sweep();
    await sweepDrafts(db, new Date(), kept.draftDays);
  };
  await sweep();
  const timer = setInterval(() => void sweep().catch(reportError), sweepEveryMs).unref();
  const draftsOf = (session: FoundSession | null) => createDraftStore(db, session, undefined, isLowOnSpace);
  return { sessions, draftsOf, close: () => clearInterval(timer) };
}

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
