import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import type { Tally } from './tally';

const pollMs = 1000;
/** Time until everything that is due must be done. */
const longestMs = 180_000;

interface OpenJob {
  name: string;
  state: string;
}

/**
 * Waits until every due job is done, and counts those that are not as lost, those that failed for good, and tables whose
 * problems are there twice.
 */
export async function checkJobs(databaseUrl: URL, tally: Tally): Promise<void> {
  const kind = 'jobs';
  const client = new pg.Client({ connectionString: databaseUrl.href });
  await client.connect();
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  const listOpen = () =>
    ask<OpenJob>(
      `select name, state from pgboss.job where state in ('created', 'retry', 'active') and start_after < now()`,
    );
  const deadline = performance.now() + longestMs;
  let open = await listOpen();
  while (open.length > 0 && performance.now() < deadline) {
    await delay(pollMs);
    open = await listOpen();
  }
  for (const { name, state } of open) tally.add(kind, 'lost', `${name} is still ${state}`);
  const failed = await ask<OpenJob>(`select name, output::text as state from pgboss.job where state = 'failed'`);
  for (const { name, state } of failed) tally.add(kind, 'failedForGood', `${name}: ${state}`);
  const twice = await ask<{ table: number }>(
    'select table_id as table from repository.problem_groups group by table_id, rule, column_position having count(*) > 1',
  );
  for (const { table } of twice) tally.add(kind, 'lost', `the problems of table ${table} are there twice`);
  const [done] = await ask<{ count: number }>(
    `select count(*)::int as count from pgboss.job where state = 'completed' and name in ('ingest-file', 'check-table')`,
  );
  for (let count = 0; count < (done?.count ?? 0); count += 1) tally.add(kind, 'acknowledged');
  await client.end();
}
