import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { listPersonRecords, type PersonRecord } from './person-records';

let repository: TestRepository;
beforeAll(async () => {
  repository = await createTestRepository();
  await repository.pool.query(
    `insert into repository.people (subject, name, email, roles, seen_at) select one, '', '', '{}', now() from unnest('{me,you}'::text[]) as one`,
  );
});
afterAll(() => repository.close());

async function recordsIn(table: string): Promise<PersonRecord[]> {
  const found: PersonRecord[] = [];
  for await (const { table: name, records } of listPersonRecords(repository.repository.db, 'me')) {
    for await (const record of records) if (name === table) found.push(record);
  }
  return found;
}

test('many long records are read a few at a time, and none is missed or repeated', async () => {
  const { db } = repository.repository;
  await repository.pool.query(`
    insert into repository.studies (owner, saved_by, title, metadata)
    select case when n % 10 = 0 then 'you' else 'me' end, case when n % 2 = 0 then 'me' end, n,
      to_jsonb(repeat('x', case when n % 3 = 0 then 400000 else 10 end))
    from generate_series(1, 100) as n`);
  const execute = vi.spyOn(db, 'execute');
  const titles = (await recordsIn('studies'))
    .filter(({ title }) => title !== undefined)
    .map(({ title }) => Number(title));
  expect(titles).toEqual(Array.from({ length: 100 }, (_, i) => i + 1).filter((n) => n % 10 !== 0));
  const answers = await Promise.all(execute.mock.results.map(({ value }) => value as Promise<{ rows: unknown[] }>));
  const lengths = answers.map(({ rows }) => JSON.stringify(rows).length);
  expect(Math.max(...lengths)).toBeLessThan(2_000_000);
  execute.mockRestore();
});

test('of a row of somebody else only what the person did is told', async () => {
  const others = (await recordsIn('studies')).filter(({ owner }) => owner === undefined);
  expect(others).toHaveLength(10 + 40);
  expect(Object.keys(others[0]!)).toEqual(['id', 'saved_at']);
});

test('tables with a key of several columns, or without one, are told whole', async () => {
  await repository.pool.query(`
    insert into repository.templates (owner, kind, name, position, entries)
    select 'me', 'mapping', n, n, '[]' from generate_series(1, 50) as n`);
  await repository.pool.query(`
    with own as (insert into repository.uploads (kind, owner, study, created_at)
      select 'raw', 'you', id, now() from repository.studies limit 50 returning number)
    insert into repository.version_followers (owner, series, end_token, known_version)
    select 'me', number, number, 1 from own`);
  expect(await recordsIn('templates')).toHaveLength(50);
  expect(new Set((await recordsIn('version_followers')).map(({ series }) => series)).size).toBe(50);
});
