import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

import { OperatorError } from '@domain/operator-error';

import * as web from '../../app/store/schema';
import { addMigration } from '../../tests/support/add-migration';
import { eachDatabase, onPostgresql, openTestDatabase } from '../../tests/support/test-database';
import * as audit from '../audit/schema';
import * as identity from '../identity/store/schema';
import * as repository from '../repository/store/schema';
import { rootFolder } from '../root-folder';
import { knownMigrations, migrateSchema, migrationFolders } from './migrate-schema';
import { oldestVersionsTable } from './schema-state';

const schemas = { repository, identity, web, audit };
const names = ['repository', 'identity', 'web', 'audit'] as const;

const readJson = (...names: string[]) => JSON.parse(readFileSync(path.join(rootFolder, ...names), 'utf8')) as unknown;
const journalOf = (name: keyof typeof schemas) =>
  readJson(migrationFolders[name], 'meta/_journal.json') as { entries: { idx: number }[] };

test.each(names)('the migrations of %s are complete: run `npm run migrations:%s` after a change', async (name) => {
  const latest = String(journalOf(name).entries.length - 1).padStart(4, '0');
  const snapshot = readJson(migrationFolders[name], 'meta', `${latest}_snapshot.json`);
  const before = snapshot as Parameters<typeof generateMigration>[0];
  expect(await generateMigration(before, generateDrizzleJson(schemas[name], before.id))).toEqual([]);
});

eachDatabase('a migrated database', (database) => {
  test.each(names)('has each migration of %s once, even if two servers start together', async (name) => {
    await Promise.all([migrateSchema(database().pool, name), migrateSchema(database().pool, name)]);
    const { rows } = await database().pool.query(`select count(*)::int as applied from migrations.${name}`);
    expect(rows).toEqual([{ applied: journalOf(name).entries.length }]);
  });

  test('is refused unchanged if it has a migration that this version does not know', async () => {
    const { pool } = database();
    await pool.query(`insert into migrations.web (hash, created_at) values ('of another version', 0)`);
    const refused = migrateSchema(pool, 'web');
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow('was created by another version of Motothek');
    await pool.query(`delete from migrations.web where hash = 'of another version'`);
    await migrateSchema(pool, 'web');
  });

  test('is used if what this version does not know is said to leave it what it uses', async () => {
    const { pool } = database();
    const countMigrations = async () =>
      (await pool.query<{ count: number }>('select count(*)::int as count from migrations.web')).rows[0]?.count;
    const before = await countMigrations();
    await pool.query(`insert into migrations.web (hash, created_at) values ('of the next version', 9e15)`);
    await pool.query(`insert into ${oldestVersionsTable} values ('of the next version', '0.0.0')`);
    await migrateSchema(pool, 'web');
    expect(await countMigrations()).toBe((before ?? 0) + 1);
    await pool.query(`update ${oldestVersionsTable} set version = '999.0.0' where hash = 'of the next version'`);
    await expect(migrateSchema(pool, 'web')).rejects.toThrow('was created by another version of Motothek');
    await pool.query(`delete from migrations.web where hash = 'of the next version'`);
  });

  test('tells other versions whether they can run beside its migrations', async () => {
    const { pool } = database();
    await pool.query(`drop table ${oldestVersionsTable}`);
    await migrateSchema(pool, 'audit');
    const { rows } = await pool.query<{ hash: string }>(`select hash from ${oldestVersionsTable}`);
    expect(rows.map(({ hash }) => hash).toSorted()).toEqual(knownMigrations('audit').toSorted());
  });

  test('is refused if the provider recorded its migrations where it did before the first release', async () => {
    const { pool } = database();
    await pool.query('create table identity.migrations (hash text)');
    await expect(migrateSchema(pool, 'identity')).rejects.toThrow('(schema identity)');
    await pool.query('drop table identity.migrations');
  });
});

/** The migrations of the web app, one that adds a column to drafts, and others. */
function withNote(...others: Parameters<typeof addMigration>[1][]) {
  const migrationsFolder = mkdtempSync(path.join(tmpdir(), 'motothek-migrations-'));
  cpSync(path.join(rootFolder, migrationFolders.web), migrationsFolder, { recursive: true });
  for (const migration of [{ name: 'note', sql: 'alter table web.drafts add column note text' }, ...others]) {
    addMigration(migrationsFolder, migration);
  }
  const options = { migrationsFolder, migrationsSchema: 'migrations', migrationsTable: 'web' };
  return { options, remove: () => rmSync(migrationsFolder, { recursive: true }) };
}

onPostgresql('a migration that has to wait for a table', () => {
  test('lets the requests go first that wait behind it, and is applied when the table is free', async () => {
    const { pool, close } = await openTestDatabase();
    const { options, remove } = withNote();
    const reader = await pool.connect();
    await reader.query('begin; select count(*) from web.drafts');
    const migrated = migrateSchema(pool, 'web', options);
    const waiting = `select count(*)::int as count from pg_locks where not granted and relation = 'web.drafts'::regclass`;
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ count: 1 }]);
    const answered = pool.query('select count(*) from web.drafts').then(() => 'answered');
    expect(await Promise.race([answered, pause(15_000, 'still waiting')])).toBe('answered');
    await reader.query('commit');
    reader.release();
    await migrated;
    await pool.query('select note from web.drafts');
    await close();
    remove();
  });
});

onPostgresql('a migration that takes long', () => {
  test('keeps nobody from reading the table that the one before it has changed', async () => {
    const { pool, close } = await openTestDatabase();
    const { options, remove } = withNote({ name: 'long', sql: 'select pg_sleep(3)' });
    const migrated = migrateSchema(pool, 'web', options);
    const sleeping = `select count(*)::int as count from pg_stat_activity where query = 'select pg_sleep(3)'
      and state = 'active' and datname = current_database()`;
    await expect.poll(async () => (await pool.query(sleeping)).rows, { timeout: 5000 }).toEqual([{ count: 1 }]);
    await pool.query('select note from web.drafts');
    expect((await pool.query(sleeping)).rows).toEqual([{ count: 1 }]);
    await migrated;
    await close();
    remove();
  });
});
