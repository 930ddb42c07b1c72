import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { listMigrations, openUnlimited } from '../backup/dump-database';
import { hasEmbeddedDatabase, readMove } from '../configuration/moved-database';
import { restoredBy } from '../database/restored-by';

const oldestVersion = 15;

/** What a PostgreSQL database says of itself. */
interface About {
  encoding: string;
  version: number;
  standby: boolean;
  mayCreate: boolean;
  trigrams: boolean;
}

/** Throws OperatorError, with one sentence, if a PostgreSQL database cannot take the tables of the product. */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<About>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int / 10000 as version,
       pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as standby,
       has_database_privilege(current_database(), 'create') as "mayCreate",
       exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`,
  );
  const fault = faultOf(rows[0]!);
  if (fault !== null) throw new OperatorError(`DATABASE_URL: ${fault} Nothing was changed.`);
}

function faultOf({ encoding, version, standby, mayCreate, trigrams }: About): string | null {
  if (version < oldestVersion) return `PostgreSQL ${version} is too old, ${oldestVersion} or later is needed.`;
  if (standby) return 'the server takes no writes, such as a standby. Name the one that does.';
  if (encoding !== 'UTF8') return `the encoding of the database is ${encoding}. Create one with encoding UTF8.`;
  if (!mayCreate) return 'the user may not create anything in the database (grant create on database).';
  if (!trigrams) return 'the server lacks the extension pg_trgm. Install the additional modules of PostgreSQL.';
  return null;
}

/**
 * Throws OperatorError if a server is about to begin with an empty PostgreSQL database, or with one that a move has not
 * ended with, while the embedded database of its data folder was not moved there.
 */
export async function refuseUnmoved(pool: pg.Pool, dataDir: string): Promise<void> {
  const move = readMove(dataDir);
  if (!hasEmbeddedDatabase(dataDir) || move?.movedAt) return;
  const isUnfinished = move !== null && (await restoredBy(pool)) === move.id;
  if (!isUnfinished && !(await isFresh(pool))) return;
  throw new OperatorError(
    `The embedded database in ${dataDir} was not moved to PostgreSQL. Run npm run move-to-postgresql, or remove DATABASE_URL to go on with it, or choose another DATA_DIR to begin anew.`,
  );
}

/** Whether no server has ever begun with a database. */
async function isFresh(pool: pg.Pool): Promise<boolean> {
  const client = await openUnlimited(pool);
  try {
    return Object.values(await listMigrations(client)).every((hashes) => hashes.length === 0);
  } finally {
    await client.end();
  }
}
