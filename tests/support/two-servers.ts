import pg from 'pg';

import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';
import { openStore } from '../../services/repository/store/database';
import { createTestApi, serveTestApi, type TestApi } from './test-api';

export interface TwoServers {
  servers: [TestApi, TestApi];
  /** Server errors of both. */
  errors(): unknown[];
  close(): Promise<void>;
}

/**
 * Two servers of one repository, as in two processes: each has its own connections, job queue and API, and they share
 * database and object store. No worker runs the jobs, and no call waits for them.
 */
export async function openTwoServers(): Promise<TwoServers> {
  const one = await createTestApi();
  const pool = new pg.Pool({ ...one.connection, max: 8 });
  // Dropping the database breaks connections that are being closed.
  pool.on('error', () => {});
  const jobs = await createJobQueue(pool, { log: (message) => void one.jobLog.push(message) });
  const two = serveTestApi({ ...one, pool, repository: { ...one.repository, db: openStore(pool), jobs } });
  return {
    servers: [one, two],
    errors: () => [...one.serverErrors, ...two.serverErrors],
    close: async () => {
      await jobs.stop();
      await pool.end();
      await one.close();
    },
  };
}
