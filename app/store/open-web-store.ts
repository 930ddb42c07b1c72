import type pg from 'pg';

import { proveSecret } from './secret-proof';
import { createSessionStore } from './session-store';
import type { FoundSession, Sessions } from '../auth/sessions';
import { openWebDatabase } from './database';
import { createDraftStore, sweepDrafts, type DraftStore } from './drafts';

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
): Promise<WebStore> {
  const db = openWebDatabase(pool);
  await proveSecret(db, sessionSecrets);
  const sessions = createSessionStore(db, { sessionSecrets });
  const sweep = async () => {
    await sessions.sweep();
    await sweepDrafts(db, new Date());
  };
  await sweep();
  const timer = setInterval(() => void sweep().catch(reportError), sweepEveryMs).unref();
  return { sessions, draftsOf: (session) => createDraftStore(db, session), close: () => clearInterval(timer) };
}
