import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { exit, openObjects } from '../backup/commands';
import { count, sizeOf } from '../backup/describe';
import { type Configuration, readConfiguration } from '../configuration/configuration';
import { hasEmbeddedDatabase } from '../configuration/moved-database';
import { inTurn } from '../database/in-turn';
import { openDatabase, type OpenedDatabase } from '../database/open-database';
import { requireOwnDatabase } from '../database/owner';
import { describeMovedObjects } from './describe';
import { type MoveCommand, reasonOf } from './move-command';
import type { MovedObjects } from './move-object';
import { moveObjects } from './move-objects';
import { tellProgress } from './progress';
import { refuseUnmoved } from './usable-target';

const usage = `Moves the objects of the data folder (DATA_DIR) to the empty bucket in OBJECT_STORE_URL. No server may run.
A move that was stopped is run again and sends only the rest. docs/move.md explains the evening.

  npm run move-to-bucket
`;

type Write = MoveCommand['write'];

/** `npm run move-to-bucket`. Returns the exit code. */
export async function runMoveToBucket(given: string[], { environment, write }: MoveCommand): Promise<number> {
  if (given.length > 0) {
    write(usage);
    return exit.usage;
  }
  const configuration = readConfiguration(environment);
  requireObjects(configuration);
  const to = await openObjects(configuration);
  const database = await openDatabase(configuration);
  try {
    if (database.kind === 'postgresql') await requireAlone(database, configuration);
    const work = () => moveAll(database.pool, { configuration, to, write });
    return await inTurn(database.pool, work);
  } finally {
    await database.close();
  }
}

/** Throws OperatorError if the settings name no bucket, or a database or objects that are not here. */
function requireObjects({ dataDir, databaseUrl, objectStore, repositoryUrl }: Configuration): void {
  if (!objectStore) {
    throw new OperatorError('OBJECT_STORE_URL is not set. Set it to the empty bucket, as for the server.');
  }
  if (repositoryUrl !== undefined) {
    throw new OperatorError('The objects belong to the repository in REPOSITORY_URL. Move them with its settings.');
  }
  if (databaseUrl !== undefined) return;
  if (!hasEmbeddedDatabase(dataDir)) {
    throw new OperatorError(
      `There is no embedded database in ${dataDir}. Check DATA_DIR and DATABASE_URL. Nothing was changed.`,
    );
  }
  requireOwnDatabase(dataDir);
}

/** Connections of a server that was just stopped may be there for a moment. */
const looks = 10;
const lookMs = 500;

/** PostgreSQL has no lock of the data folder: a server that works on it has connections. */
async function requireAlone({ pool }: OpenedDatabase, { dataDir }: Configuration): Promise<void> {
  await refuseUnmoved(pool, dataDir);
  for (let look = 1; ; look += 1) {
    const others = await countOthers(pool);
    if (others === 0) return;
    if (look < looks) await pause(lookMs);
    else
      throw new OperatorError(
        `The database is in use: it has ${count(others, 'other connection')} of the same user. Stop all servers and commands. Nothing was changed.`,
      );
  }
}

async function countOthers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usename = current_user and backend_type = 'client backend'
       and pid <> pg_backend_pid()`,
  );
  return rows[0]!.others;
}

interface Work {
  configuration: Configuration;
  to: Awaited<ReturnType<typeof openObjects>>;
  write: Write;
}

async function moveAll(pool: pg.Pool, { configuration, to, write }: Work): Promise<number> {
  const folder = path.join(configuration.dataDir, 'objects');
  const bucket = configuration.objectStore!.bucket;
  const from = await openObjects({ ...configuration, objectStore: undefined });
  write(`Moving the objects in ${folder} to the bucket ${bucket}.\n`);
  let describe = () => '';
  const stop = tellProgress(write, () => describe());
  const tell = (moved: MovedObjects, total: number) =>
    void (describe = () =>
      `${count(moved.objects, 'object')} of ${count(total, 'object')} moved and read again, ${sizeOf(moved.bytes)}\n`);
  try {
    const moved = await moveObjects({ pool, from, folder, to, tell });
    write(describeMovedObjects(moved, { folder, bucket }));
    return moved && moved.missing.length + moved.damaged.length > 0 ? exit.incomplete : exit.done;
  } catch (error) {
    throw reasonOf(error, 'The objects are all on the disk, and what has arrived in the bucket is not sent again.');
  } finally {
    stop();
  }
}
