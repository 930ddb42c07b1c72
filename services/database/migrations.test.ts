import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';

import { keepsReadersWaiting, takenAway } from '../../tests/support/taken-away';
import { productVersion, rootFolder } from '../root-folder';
import { migrationFolders, type MigratedSchema } from './migrate-schema';
import { judgeMigrations, oldestVersionBeside } from './schema-state';

const schemas = Object.keys(migrationFolders) as MigratedSchema[];
/** Migrations that were there before versions could run beside each other. */
const first: Record<MigratedSchema, number> = { repository: 26, identity: 7, web: 1, audit: 2 };

const journalOf = (schema: MigratedSchema) => {
  const file = path.join(rootFolder, migrationFolders[schema], 'meta/_journal.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number; tag: string }[] }).entries;
};

test.each(schemas)('each migration of %s leaves the former version what it uses, or is marked', (schema) => {
  const migrations = readMigrationFiles({ migrationsFolder: path.join(rootFolder, migrationFolders[schema]) });
  for (const [at, { sql }] of migrations.entries()) {
    if (at < first[schema]) continue;
    const name = journalOf(schema)[at]?.tag;
    const oldest = oldestVersionBeside(sql);
    const isMarked = oldest !== '0.0.0';
    // A marked one waits for a release that does without what it takes away: docs/architecture.md, 'Migrations'.
    expect(isMarked ? [] : takenAway(sql), `${name} takes something away: mark it '-- contract: from x.y.z'`).toEqual(
      [],
    );
    expect(keepsReadersWaiting(sql), `${name} changes a table and does something long: two migrations`).toBe(false);
    expect(oldest, `${name}: patches do not stop using anything`).toMatch(/\.0$/);
    const judged = judgeMigrations([{ hash: 'unknown', oldestVersion: oldest }], [], productVersion());
    expect(judged, `${name}: the version of package.json, which is released, must do without it`).toBe('newer');
  }
});

test.each(schemas)('the migrations of %s are in the order of their times, in which they are applied', (schema) => {
  const times = journalOf(schema).map(({ when }) => when);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(new Set(times).size).toBe(times.length);
});

const table = 'create table "s"."new" ("id" text not null, "upload" integer)';

test.each([
  [[table, 'create unique index "i" on "s"."new" using btree ("id")']],
  [[table, 'alter table "s"."new" add constraint "c" check (id <> \'\')']],
  [
    [
      table,
      'alter table "s"."new" add constraint "f" foreign key ("upload") references "s"."old"("nr") on delete cascade',
    ],
  ],
  [['ALTER TABLE "s"."old" ADD COLUMN "note" text;']],
  [["ALTER TABLE s.old ADD COLUMN note text NOT NULL DEFAULT '';", 'CREATE INDEX i ON s.old (note)']],
  [['alter table s.old add column note text', "update s.old set note = '' where nr > 1"]],
  [["-- drop table s.old\ninsert into s.old values (1); comment on table s.old is 'x'"]],
])('a migration that only adds may be unmarked: %j', (statements) => {
  expect(takenAway(statements)).toEqual([]);
});

test.each([
  'drop table s.old',
  'alter table s.old drop column note',
  'alter table s.old rename column note to remark',
  'alter table s.old rename to older',
  'alter table s.old alter column note set not null',
  'alter table s.old alter column note type integer using note::integer',
  'alter table s.old alter column note drop default',
  'alter table s.old add column note text not null',
  'alter table s.old add column note text unique',
  'alter table s.old add column note text, drop column remark',
  "alter table s.old add constraint c check (note <> '')",
  'alter table s.old drop constraint c',
  'create unique index i on s.old (note)',
  'drop index s.i',
  "update s.old set note = ''",
  'delete from s.old',
  'truncate s.old',
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'create trigger t before insert on s.old for each row execute function f()',
  'create table s.new (upload integer references s.old (nr))',
  'do $$ begin perform 1 end $$',
])('a migration that may take something away has to be marked: %s', (statement) => {
  expect(takenAway([statement]).length).toBeGreaterThan(0);
});

test.each([
  [['alter table "s"."old" add column "note" text', 'create index i on s.old using btree (note)'], true],
  [['alter table s.old add column note text', 'create index i on s.other (note)'], true],
  [['alter table s.old add column note text', "update s.old set note = ''"], true],
  [['alter table s.old add column note text', table, 'create index i on s.new (upload)'], false],
  [[table, 'alter table s.new add column note text', 'create index i on s.old (note)'], false],
  [['create index i on s.old (note)', 'create index j on s.other (note)'], false],
])('a migration that keeps readers waiting for something long is refused: %j', (statements, isRefused) => {
  expect(keepsReadersWaiting(statements)).toBe(isRefused);
});

test('the mark is the first line of a migration', () => {
  expect(oldestVersionBeside(['-- contract: from 1.20.3\nalter table s.old drop column note'])).toBe('1.20.3');
  expect(oldestVersionBeside(['alter table s.old add column note text'])).toBe('0.0.0');
});

test.each([
  ['1.2.0', '1.2.0', 'newer'],
  ['1.10.0', '1.9.9', 'newer'],
  ['2.0.0', '1.9.9', 'newer'],
  ['1.2.0', '1.2.1', 'foreign'],
  ['1.9.9', '1.10.0', 'foreign'],
  ['0.1.0', '0.0.0', 'newer'],
  ['9.9.9', null, 'foreign'],
])('version %s beside a migration for versions from %s on: %s', (version, oldestVersion, state) => {
  const applied = [
    { hash: 'own', oldestVersion: '9.9.9' },
    { hash: 'other', oldestVersion },
  ];
  expect(judgeMigrations(applied, ['own'], version)).toBe(state);
});
