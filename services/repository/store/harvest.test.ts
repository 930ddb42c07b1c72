import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { goBackToMigration } from '../../../tests/support/earlier-migration';
import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { eachDatabase, onPostgresql } from '../../../tests/support/test-database';
import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { migrateSchema } from '../../database/migrate-schema';
import { setsOf } from '../harvest/sets';
import { addRecords, everyRecord, listEntries, readHarvest } from './harvest';

const page = { set: everyRecord, fromMs: null, beforeMs: null, after: null, limit: 1000 };

eachDatabase('the migration to records for harvesters', (database) => {
  it('makes records of the data sets that are published', async () => {
    const { pool } = database();
    await goBackToMigration(pool, 8);
    const row = { types: ['RAW'], exercises: ['slj', 'handgrip'], rights: ['CC-BY-SA 4.0', 'SUFL 1.0'] };
    await pool.query(`
      insert into repository.people (subject, name, email, roles, seen_at) values ('ada', 'Ada', 'a@example.org', '{}', now());
      insert into repository.studies (id, owner) values (1, 'ada');
      insert into repository.uploads (number, kind, owner, study, created_at)
        select number, 'raw', 'ada', 1, now() from generate_series(11, 13) as number;
      insert into repository.data_sets (nr, upload, published_at, row, metadata, values)
        select number - 10, number, '2026-01-01T10:00:00.1239Z', '${JSON.stringify(row)}', '[]', 0
        from generate_series(11, 13) as number;
      insert into repository.dois (upload, doi, state, registrar, attributes, updated_at) values
        (12, 'x', 'findable', 'local', '{}', '2026-02-01T10:00:00Z'), (13, 'y', 'draft', 'local', '{}', now());
    `);
    await migrateSchema(pool, 'repository');
    const { rows } = await pool.query<{ nr: number; sets: string[]; at: Date }>(`
      select nr, array_agg(set order by set collate "C") as sets, min(changed_at) as at
      from repository.harvest_entries group by nr order by nr`);
    expect(rows.map(({ nr, at }) => [nr, at.toISOString()])).toEqual([
      [1, '2026-01-01T10:00:00.123Z'],
      [2, '2026-02-01T10:00:00.000Z'],
      [3, '2026-01-01T10:00:00.123Z'],
    ]);
    for (const { sets } of rows) expect(sets).toEqual([everyRecord, ...setsOf(row)].sort());
  });
});

describe('times of records', () => {
  let opened: TestRepository;
  beforeAll(async () => {
    opened = await createTestRepository();
    await publishAllForTest(opened.repository, [{ nr: 1, title: 'One' }]);
  });
  afterAll(() => opened.close());

  test('are later than all before, whatever the clock says', async () => {
    const { db } = opened.repository;
    await opened.pool.query(`update repository.harvest_entries set changed_at = '2999-01-01T00:00:00Z'`);
    for (const nr of [3, 2]) await db.transaction((tx) => addRecords(tx, [{ nr, sets: ['test'] }]));
    const entries = await listEntries(db, page);
    expect(entries.map(({ nr, changedAt }) => [nr, changedAt.toISOString()])).toEqual([
      [1, '2999-01-01T00:00:00.000Z'],
      [3, '2999-01-01T00:00:00.001Z'],
      [2, '2999-01-01T00:00:00.002Z'],
    ]);
  });

  onPostgresql('records of a transaction that has not ended', () => {
    test('are waited for, so that none with an earlier time appears later', async () => {
      const { db } = opened.repository;
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let begun = () => {};
      const hasBegun = new Promise<void>((resolve) => (begun = resolve));
      const writing = db.transaction(async (tx) => {
        await addRecords(tx, [{ nr: 4, sets: [] }]);
        begun();
        await held;
      });
      await hasBegun;
      const reading = readHarvest(db, (tx) => listEntries(tx, page));
      await isWaiting();
      release();
      await writing;
      expect((await reading).map(({ nr }) => nr)).toContain(4);
    });

    async function isWaiting(): Promise<void> {
      for (;;) {
        const { rows } = await opened.pool.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock'
           and database = (select oid from pg_database where datname = current_database())`,
        );
        if (rows.length > 0) return;
      }
    }
  });
});
