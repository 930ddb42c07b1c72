import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { listSurplusKeys, listUnknownObjects } from '../store/object-keys';

/** More than one statement can name. */
const veryMany = 20_000;

let test_: TestRepository;
beforeAll(async () => {
  test_ = await createTestRepository();
});
afterAll(() => test_.close());

test('sums without an object are found however many there are, and those of kept files are not among them', async () => {
  const { pool, repository } = test_;
  await pool.query(
    `insert into repository.object_sums (key, due_at) select 'originals/gone-' || n, now() from generate_series(1, $1::int) n`,
    [veryMany],
  );
  await pool.query(
    `insert into repository.kept_files (content_key, object_key, bytes, sha256, used_at)
     values ('known', 'kept/known', 1, 'sum', now()), ('new', 'kept/new', 1, 'sum', now())`,
  );
  await pool.query(`insert into repository.object_sums (key, due_at) values ('kept/known', now())`);
  const surplus = await listSurplusKeys(repository.db, new Date());
  expect([surplus.length, surplus.includes('kept/known')]).toEqual([veryMany, false]);
  expect(await listUnknownObjects(repository.db)).toEqual([{ key: 'kept/new', sha256: 'sum' }]);
});
