import pg from 'pg';

import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';
import { openStore } from '../../services/repository/store/database';
import { createTestApi, serveTestApi, type TestApi } from './test-api';

export interface TwoServers {
  servers: [TestApi, TestApi];
  /** Faults of ours that requests to either met. */
  errors(): unknown[];
  close(): Promise<void>;
}

/**
 * Two servers of one repository, as two processes would run it: each has its own connections, job queue and API;
 * they share the database and the object store. Nobody works on jobs, and nobody waits for them.
 */
export async function openTwoServers(): Promise<TwoServers> {
  const one = await createTestApi();
  const pool = new pg.Pool({ ...one.connection, max: 8 });
  // Dropping the database ends connections that are just being closed.
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
