import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { workMetrics } from './metrics';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('figures name the jobs of each kind that wait, and for how long, and what is stored', async () => {
  const { repository } = api;
  const valueOf = async (name: string, job?: string) => {
    const figure = (await workMetrics(repository)).find((one) => one.name === name);
    return figure?.values.find(({ labels }) => labels?.job === job)?.value;
  };
  expect(await valueOf('motothek_jobs_waiting', 'register-doi')).toBe(0);
  await repository.db.transaction(async (tx) => {
    await repository.jobs.enqueue(tx, 'register-doi', { upload: 1 });
    await tx.execute(
      sql`update pgboss.job set start_after = now() - interval '90 seconds' where name = 'register-doi'`,
    );
  });
  expect(await valueOf('motothek_jobs_waiting', 'register-doi')).toBe(1);
  expect(await valueOf('motothek_jobs_oldest_seconds', 'register-doi')).toBeGreaterThanOrEqual(90);
  expect(await valueOf('motothek_jobs_oldest_seconds', 'ingest-file')).toBe(0);
  expect(await valueOf('motothek_storage_bytes')).toBe(0);
  expect(await valueOf('motothek_free_bytes')).toBe(await repository.freeBytes());
});
