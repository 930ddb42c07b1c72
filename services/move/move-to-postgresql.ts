import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { exit } from '../backup/commands';
import { count } from '../backup/describe';
import { requireEmpty } from '../backup/load-database';
import { readConfiguration } from '../configuration/configuration';
import { type DatabaseMove, hasEmbeddedDatabase, readMove, writeMove } from '../configuration/moved-database';
import { inTurn } from '../database/in-turn';
import { describeTarget, openDatabase } from '../database/open-database';
import { requireOwnDatabase } from '../database/owner';
import { describeMovedDatabase } from './describe';
import { type MoveCommand, reasonOf } from './move-command';
import { type DatabaseMoving, moveDatabase } from './move-database';
import { tellProgress } from './progress';
import { requireUsable } from './usable-target';

const usage = `Moves the embedded database of the data folder (DATA_DIR) to the empty PostgreSQL database in DATABASE_URL.
No server may run. A move that was stopped is run again. docs/move.md explains the evening.

  npm run move-to-postgresql
`;

/** `npm run move-to-postgresql`. Returns the exit code. */
export async function runMoveToPostgresql(given: string[], { environment, write }: MoveCommand): Promise<number> {
  if (given.length > 0) {
    write(usage);
    return exit.usage;
  }
  const { dataDir, databaseUrl, statementSeconds } = readConfiguration(environment);
  if (databaseUrl === undefined) {
    throw new OperatorError('DATABASE_URL is not set. Set it to the empty PostgreSQL database, as for the server.');
  }
  const to = describeTarget(databaseUrl);
  const begun = readMove(dataDir);
  if (begun?.movedAt) return tellMoved(begun, { to, write });
  if (!hasEmbeddedDatabase(dataDir)) {
    throw new OperatorError(`There is no embedded database in ${dataDir}. Check DATA_DIR. Nothing was changed.`);
  }
  requireOwnDatabase(dataDir);
  const target = await openDatabase({ dataDir, databaseUrl, statementSeconds });
  try {
    await requireUsable(target.pool);
    await requireEmpty(target.pool, begun?.id ?? null, 'A move');
    // It takes the lock of the data folder, which no server gets until the end.
    const source = await openDatabase({ dataDir, statementSeconds });
    try {
      const move: DatabaseMove = { id: begun?.id ?? randomUUID(), to, movedAt: null };
      await moveAll(source.pool, target.pool, { dataDir, move, write });
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
  return exit.done;
}

/** A data folder whose database was moved before. */
function tellMoved(move: DatabaseMove, { to, write }: { to: string; write: MoveCommand['write'] }): number {
  if (move.to !== to) {
    throw new OperatorError(
      `The embedded database was moved to ${move.to} already, not to ${to}. Correct DATABASE_URL. Nothing was changed.`,
    );
  }
  write(`The embedded database was moved to ${to} already. Start the server.\n`);
  return exit.done;
}

async function moveAll(
  source: pg.Pool,
  target: pg.Pool,
  { dataDir, move, write }: { dataDir: string; move: DatabaseMove; write: MoveCommand['write'] },
): Promise<void> {
  writeMove(dataDir, move);
  write(`Moving the embedded database in ${dataDir} to ${move.to}.\n`);
  let describe = () => '';
  const stop = tellProgress(write, () => describe());
  try {
    const tell: DatabaseMoving['tell'] = (done, digest, total) =>
      void (describe = () => `${count(digest.rows, 'row')} of ${count(total, 'row')} ${done}\n`);
    const moved = await inTurn(target, () => moveDatabase({ source, target, id: move.id, tell }));
    writeMove(dataDir, { ...move, movedAt: new Date().toISOString() });
    write(describeMovedDatabase(moved, { dataDir, to: move.to }));
  } catch (error) {
    throw reasonOf(error, `The embedded database is as it was, and ${move.to} has nothing of it.`);
  } finally {
    stop();
  }
}
