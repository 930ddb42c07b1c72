import { expect, it } from 'vitest';

import { goBackToMigration } from '../../../tests/support/earlier-migration';
import { eachDatabase } from '../../../tests/support/test-database';
import { migrateSchema } from '../../database/migrate-schema';

eachDatabase('the migration to the search index', (database) => {
  it('keeps the postal areas of the data, which nothing else holds', async () => {
    const { pool } = database();
    await goBackToMigration(pool, 2);
    await pool.query(`
      insert into repository.people (subject, name, email, roles, seen_at) values ('ada', 'Ada', 'a@example.org', '{}', now());
      insert into repository.studies (id, owner) values (1, 'ada');
      insert into repository.uploads (number, kind, owner, study, created_at)
        select number, 'raw', 'ada', 1, now() from generate_series(1, 2) as number;
      insert into repository.data_sets (nr, upload, published_at, row, metadata, text, values)
        select number, number, now(), '{}', '[]', '', 0 from generate_series(1, 2) as number;
      insert into repository.search_facets (nr, kind, value) values (1, 'postal-area', '761'),
        (1, 'postal-area', '10'), (1, 'postal-area', '761'), (1, 'exercise', 'slj');
    `);
    await migrateSchema(pool, 'repository');
    const { rows } = await pool.query('select nr, postal_areas, results from repository.data_sets order by nr');
    expect(rows).toEqual([
      { nr: 1, postal_areas: ['10', '761'], results: null },
      { nr: 2, postal_areas: [], results: null },
    ]);
  });
});
