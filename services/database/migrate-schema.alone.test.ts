import { readFileSync } from 'node:fs';
import path from 'node:path';

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

import { OperatorError } from '@domain/operator-error';

import * as web from '../../app/store/schema';
import { eachDatabase } from '../../tests/support/test-database';
import * as audit from '../audit/schema';
import * as identity from '../identity/store/schema';
import * as repository from '../repository/store/schema';
import { rootFolder } from '../root-folder';
import { migrateSchema, migrationFolders } from './migrate-schema';

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

  test('is refused if the provider recorded its migrations where it did before the first release', async () => {
    const { pool } = database();
    await pool.query('create table identity.migrations (hash text)');
    await expect(migrateSchema(pool, 'identity')).rejects.toThrow('(schema identity)');
    await pool.query('drop table identity.migrations');
  });
});
