import { expect, it } from 'vitest';

import { goBackToMigration } from '../../../tests/support/earlier-migration';
import { eachDatabase } from '../../../tests/support/test-database';
import { migrateSchema } from '../../database/migrate-schema';
import { openStore } from './database';
import { findVersion, listVersions } from './norm-versions';

eachDatabase('the migration of versions of norms', (database) => {
  it('keeps which contributions each version has, without those of withdrawn data sets', async () => {
    const { pool } = database();
    await goBackToMigration(pool, 30);
    await pool.query(`
      insert into repository.people (subject, name, email, roles, seen_at) values ('ada', 'Ada', 'a@example.org', '{}', now());
      insert into repository.studies (id, owner) values (1, 'ada');
      insert into repository.uploads (number, nr, kind, owner, study, created_at)
        select n, n, 'raw', 'ada', 1, now() from generate_series(1, 2) as n;
      insert into repository.data_sets (nr, upload, published_at, row, metadata, values)
        select n, n, now(), '{}', '[]', 0 from generate_series(1, 2) as n;
      insert into repository.norm_contributions (id, nr) values ('a', 1), ('b', 2);
      insert into repository.norm_versions (id, place, made_at, contributions) values
        ('2026-01-01', 1, now(), '[{"nr": 1, "id": "a"}]'),
        ('2026-01-02', 3, now(), '[{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}, {"nr": 3, "id": "gone"}]'),
        ('2026-01-03', 4, now(), '[{"nr": 2, "id": "b"}]'),
        ('2026-01-04', 6, now(), '[{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}]');
    `);
    await migrateSchema(pool, 'repository');
    const { rows } = await pool.query<{ found: string }>(
      "select contribution || ' ' || since || ' ' || coalesce(until::text, '') as found from repository.norm_memberships order by 1",
    );
    expect(rows.map(({ found }) => found)).toEqual(['a 1 4', 'a 6 ', 'b 3 ']);
    const db = openStore(pool);
    expect((await listVersions(db, 3)).map(({ id, dataSets }) => [id, dataSets])).toEqual([
      ['2026-01-04', 2],
      ['2026-01-03', 1],
      ['2026-01-02', 3],
    ]);
    expect(await findVersion(db, '2026-01-01')).toMatchObject({ place: 1, dataSets: 1 });
  });
});
