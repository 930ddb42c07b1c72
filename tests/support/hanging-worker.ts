/**
 * A server that only works on the job queue and is meant to be killed: takes one job, says so, and never completes it.
 */
import pg from 'pg';

import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';

const [connection] = process.argv.slice(2);
const pool = new pg.Pool({ ...(JSON.parse(connection ?? '{}') as pg.PoolConfig), max: 2 });
const queue = await createJobQueue(pool, { log: (message) => process.stderr.write(`${message}\n`) });
queue.handle('send-mail', () => {
  process.stdout.write('taken\n');
  return new Promise(() => {});
});
await queue.start();
