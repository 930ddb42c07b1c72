import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, expect, test } from 'vitest';

import { goBackToMigration } from '../../tests/support/earlier-migration';
import { openEmptyDatabase, openTestDatabase } from '../../tests/support/test-database';
import { migrateSchema } from '../database/migrate-schema';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { putCompressed, readCompressed } from './contents';
import { dumpDatabase, inSnapshot } from './dump-database';
import { loadDatabase, requireEmpty } from './load-database';

const home = mkdtempSync(path.join(os.tmpdir(), 'motothek-load-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const noLines: AsyncIterable<string[]> = Readable.from([]);
/** Before there were documents. */
const earlier = 18;

test('a backup of an earlier version is restored and then migrated', async () => {
  const old = await openTestDatabase();
  await goBackToMigration(old.pool, earlier);
  const people = `insert into repository.people (subject, name, email, roles, seen_at) values ('one', 'One', '', '{}', now())`;
  await old.pool.query(people);
  const to = await createDiskFileStore(path.join(home, 'backup'));
  const file = path.join(home, 'dump');
  const { migrations } = await inSnapshot(old.pool, (client) => dumpDatabase(client, file));
  const database = await putCompressed(to, file);
  const before = await old.pool.query('select * from repository.people');
  await old.close();

  const { pool, close } = await openEmptyDatabase();
  await loadDatabase(pool, { restoreId: 'one', migrations, lines: () => readCompressed(to, database) });
  await expect(pool.query('select from repository.documents')).rejects.toThrow('does not exist');
  await expect(requireEmpty(pool, 'one')).resolves.toBeUndefined();
  await migrateSchema(pool, 'repository');
  // A server has started on it, so it is no longer what a restore has left.
  await expect(requireEmpty(pool, 'one')).rejects.toThrow('is not empty');
  expect((await pool.query('select * from repository.people')).rows).toEqual(before.rows);
  expect((await pool.query('select from repository.documents')).rows).toEqual([]);
  await close();
});

test('a backup of a later version is refused', async () => {
  const { pool, close } = await openEmptyDatabase();
  const later = { restoreId: 'one', migrations: { repository: ['unknown'] }, lines: () => noLines };
  await expect(loadDatabase(pool, later)).rejects.toThrow('another version');
  await close();
});
