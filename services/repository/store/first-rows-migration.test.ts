import { expect, it } from 'vitest';

import { goBackToMigration } from '../../../tests/support/earlier-migration';
import { eachDatabase } from '../../../tests/support/test-database';
import { migrateSchema } from '../../database/migrate-schema';

eachDatabase('the migration to row numbers of the file', (database) => {
  it('moves comments and problems, except in tables with lists in object storage', async () => {
    const { pool } = database();
    await goBackToMigration(pool, 0);
    await pool.query(`
      insert into repository.people (subject, name, email, roles, seen_at) values ('ada', 'Ada', 'a@example.org', '{}', now());
      insert into repository.studies (id, owner) values (1, 'ada');
      insert into repository.uploads (number, kind, owner, study, created_at) values (1, 'raw', 'ada', 1, now());
      insert into repository.files (id, upload, version, name, bytes, sha256, object_key, state, received_at)
        values ('00000000-0000-0000-0000-000000000001', 1, 1, 'a.xlsx', 1, 'x', 'k', 'ready', now());
      insert into repository.source_tables (id, file, position, name, row_count, object_key, top)
        select id, '00000000-0000-0000-0000-000000000001', id, 'sheet ' || id, 9, 't' || id, top from (values
          (1, '{"headerRow": 4, "firstRow": 5, "rows": []}'::jsonb), (2, '{"headerRow": 4, "firstRow": 5, "rows": []}'),
          (3, null)) as tables (id, top);
      insert into repository.problem_groups (table_id, rule, column_position, can_override, count, parameters, cells, object_key)
        select id, 'R10', 0, true, 9, '{"nextRow": "9", "next-r": "2"}',
          '[{"row": 0, "parameters": {}}, {"row": 3, "value": "p1", "parameters": {"v": "p1", "r": "2"}}]',
          case when id = 2 then 'list' end from generate_series(1, 3) as id;
      insert into repository.problem_comments (table_id, rule, column_position, cell, comment, written_at)
        select id, 'R10', 0, cell, 'at ' || cell, now()
        from generate_series(1, 3) as id, unnest(array[-2, -1, 0, 2, 5, 8]) as cell;
      insert into repository.detached_comments
          (upload, table_name, column_name, target_key, target_unit, rule, cell, value, comment, written_at)
        select 1, 'sheet 1', 'id', 'person_id', '', 'R10', cell, '', '', now() from unnest(array[0, 2, 5]) as cell;
    `);
    await migrateSchema(pool, 'repository');

    const list = async (sql: string) => (await pool.query<{ found: unknown }>(sql)).rows.map(({ found }) => found);
    expect(await list('select first_row as found from repository.source_tables order by id')).toEqual([5, 2, 2]);
    const cellsOf = (table: number) =>
      list(
        `select cell || ' ' || comment as found from repository.problem_comments where table_id = ${table} order by cell`,
      );
    const unmoved = ['-2 at -2', '-1 at -1', '0 at 0', '2 at 2', '5 at 5', '8 at 8'];
    expect(await cellsOf(1)).toEqual(['-2 at -2', '-1 at -1', '0 at 0', '5 at 2', '8 at 5', '11 at 8']);
    expect(await cellsOf(2)).toEqual(unmoved);
    expect(await cellsOf(3)).toEqual(unmoved);
    expect(await list('select cell as found from repository.detached_comments order by cell')).toEqual([0, 5, 8]);
    const [moved, ...others] = await list(
      `select jsonb_build_object('parameters', parameters, 'cells', cells) as found from repository.problem_groups order by table_id`,
    );
    expect(moved).toEqual({
      parameters: { nextRow: '12', 'next-r': '5' },
      cells: [
        { row: 0, parameters: {} },
        { row: 6, value: 'p1', parameters: { v: 'p1', r: '5' } },
      ],
    });
    expect(others).toEqual([
      expect.objectContaining({ parameters: { nextRow: '9', 'next-r': '2' } }),
      expect.objectContaining({ parameters: { nextRow: '9', 'next-r': '2' } }),
    ]);
  });
});
