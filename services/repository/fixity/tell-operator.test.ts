import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { addUploadAt } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { listNamedObjects } from '../store/object-keys';
import { objectSums } from '../store/schema';
import { listFixity } from '../usecases/administration/fixity';
import { tellOperator } from './tell-operator';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('the mail and the page about damaged objects name the uploads and files that they belong to', async () => {
  const { db, jobs, now } = api.repository;
  const tables = [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }];
  await publishForTest(api.repository, { nr: 1, title: 'Jumps', tables });
  await api.pool.query(
    `insert into repository.files (id, upload, version, name, bytes, sha256, object_key, state, received_at)
     select gen_random_uuid(), number, 1, 'jumps.csv', 1, '', 'originals/jumps', 'read', now() from repository.uploads`,
  );
  await addUploadAt(api, 'submitted');
  await addUploadAt(api, 'checked', { problems: 1 });
  const keys = (await listNamedObjects(db)).map(({ key }) => key);
  const faults = keys.map((key) => ({ key, fault: 'damaged' as const, foundAt: now(), dueAt: now() }));
  const lost = { key: 'tables/of-nothing', fault: 'missing' as const, foundAt: now(), dueAt: now() };
  await db
    .insert(objectSums)
    .values([...faults, lost])
    .onConflictDoUpdate({ target: objectSums.key, set: { fault: 'damaged', foundAt: now() } });

  await tellOperator({ db, jobs, now }, 'operator@example.org');
  const { rows } = await api.pool.query<{ text: string }>(
    `select data->>'text' as text from pgboss.job where data->>'to' = 'operator@example.org'`,
  );
  const told = rows[0]?.text.split('\n').filter((line) => line.endsWith(': damaged')) ?? [];
  expect(told).toHaveLength(keys.length);
  for (const line of told)
    expect(line).toMatch(/^- (originals|tables|problems|published|documents)\/.* \(\d+[ra] .+\..+\): damaged$/);
  expect(rows[0]?.text).toContain('- tables/of-nothing: missing');

  const { faults: shown } = await listFixity(null, api.repository, 1);
  const named = shown.filter(({ key }) => key !== lost.key).map(({ uploads }) => uploads[0]?.fileName);
  expect(named).toHaveLength(keys.length);
  for (const name of named) expect(name).toMatch(/\./);
});
