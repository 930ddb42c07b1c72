import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type pg from 'pg';

import { proveSecret } from './secret-proof';
import { createSessionStore } from './session-store';
import type { FoundSession, Sessions } from '../auth/sessions';
import { migrateWeb, openWebDatabase } from './database';
import { createDraftStore, sweepDrafts, type DraftStore } from './drafts';

const sweepEveryMs = 3_600_000;

interface WebStore {
  sessions: Sessions;
  /** Drafts of the user behind a session, or of one whose session has ended. */
  draftsOf(session: FoundSession | null): DraftStore;
  /** Stops the hourly sweep. */
  close(): void;
}

/**
 * Opens what the web app keeps: migrates the schema `web`, and from then on deletes what is out of date. Throws
 * ForeignSecret when the database is used with another SESSION_SECRET.
 */
export async function openWebStore(
  pool: pg.Pool,
  sessionSecrets: readonly string[],
  reportError: (error: unknown) => void = () => {},
): Promise<WebStore> {
  await migrateWeb(pool, migrationsFolder());
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

/** The migrations lie beside the sources; the built server finds them from its own folder upwards. */
function migrationsFolder(): string {
  const wanted = path.join('app', 'store', 'migrations');
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, wanted))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`The folder ${wanted} is missing next to the server.`);
    folder = parent;
  }
  return path.join(folder, wanted);
}
