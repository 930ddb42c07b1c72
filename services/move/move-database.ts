import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { requireCurrent } from '../backup/back-up';
import { dumpLines, linesOfSnapshot, listTables, openUnlimited } from '../backup/dump-database';
import { loadDatabase } from '../backup/load-database';
import { restoredBy } from '../database/restored-by';
import { DatabaseDigest } from './database-digest';

/** Objects stay where they are, so the rows of kept files do, too. */
const scope = { keptToo: true };

/** A move of all rows of one database into another. */
export interface DatabaseMoving {
  /** The embedded database, which nobody else uses. */
  source: pg.Pool;
  /** An empty database, or one into which a move with this id has loaded rows. */
  target: pg.Pool;
  id: string;
  /** Told what begins, with the digest that counts the rows, of so many. */
  tell: (done: 'copied' | 'compared', digest: DatabaseDigest, total: number) => void;
}

/**
 * Copies all rows and sequences in one transaction, which is committed only if every table has the same rows in both
 * databases. If a move with this id was killed after that, they are compared and, if they are the same, left. Nothing in
 * them is ended: sessions, tokens and links stay valid. Throws OperatorError. Returns the digest of both.
 */
export async function moveDatabase({ source, target, id, tell }: DatabaseMoving): Promise<DatabaseDigest> {
  const migrations = await requireCurrent(source, 'Make the move');
  const total = await countRows(source);
  const digestOf = async (pool: pg.Pool) => {
    const digest = new DatabaseDigest();
    tell('compared', digest, total);
    await digest.read(linesOfSnapshot(pool, scope));
    return digest;
  };
  if ((await restoredBy(target)) === id) {
    const before = await digestOf(source);
    const loaded = await digestOf(target);
    if (before.differing(loaded).length === 0) return before;
  }
  const copied = new DatabaseDigest();
  await loadDatabase(target, {
    restoreId: id,
    migrations,
    lines: () => {
      tell('copied', copied, total);
      return copied.watch(linesOfSnapshot(source, scope));
    },
    check: async (client) => {
      const loaded = new DatabaseDigest();
      tell('compared', loaded, total);
      await loaded.read(dumpLines(client, scope));
      requireSame(copied, loaded);
    },
  });
  return copied;
}

/** Rows of all tables that are moved. */
async function countRows(pool: pg.Pool): Promise<number> {
  const client = await openUnlimited(pool);
  try {
    let total = 0;
    for (const { table } of await listTables(client, scope)) {
      const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
      total += rows[0]!.rows;
    }
    return total;
  } finally {
    await client.end();
  }
}

function requireSame(one: DatabaseDigest, other: DatabaseDigest): void {
  const differing = one.differing(other);
  if (differing.length === 0) return;
  throw new OperatorError(
    `PostgreSQL has other rows than were sent to it in ${differing.slice(0, 5).join(', ')}. Nothing was moved.`,
  );
}
