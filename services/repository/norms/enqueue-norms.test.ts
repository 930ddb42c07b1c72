import { sql } from 'drizzle-orm';
import { afterEach, expect, it, onTestFinished } from 'vitest';

import { eachDatabase, onPostgresql, openTestDatabase } from '../../../tests/support/test-database';
import type { JobQueue } from '../context/job-queue';
import { createJobQueue } from '../jobs/pg-boss-queue';
import { openStore } from '../store/database';
import { enqueueNorms } from './enqueue-norms';

eachDatabase('norms are enqueued', (database) => {
  const queues: JobQueue[] = [];
  const open = async () => {
    const queue = await createJobQueue(database().pool, { log: () => {} });
    queues.push(queue);
    return queue;
  };
  const store = () => openStore(database().pool);
  /** Jobs with the seconds from when each was enqueued until it is due, and whether it is due now. */
  const waiting = async () => {
    const { rows } = await database().pool.query<{ state: string; delay: number; isDue: boolean }>(
      `select state, extract(epoch from start_after - created_on)::float as delay, start_after <= now() as "isDue"
       from pgboss.job where name = 'make-norms' and state in ('created', 'retry')`,
    );
    return rows;
  };
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await database().pool.query('delete from pgboss.job');
  });

  it('once for changes that come together', async () => {
    const jobs = await open();
    await store().transaction((tx) => enqueueNorms(tx, { jobs }));
    await store().transaction((tx) => enqueueNorms(tx, { jobs }));
    expect(await waiting()).toMatchObject([{ state: 'created', delay: 5 }]);
  });

  it('at once if a job waits to be tried again', async () => {
    const jobs = await open();
    await jobs.enqueue(store(), 'make-norms', {});
    await database().pool.query(`update pgboss.job set state = 'retry', start_after = now() + interval '160 s'`);
    expect(await waiting()).toMatchObject([{ state: 'retry', isDue: false }]);
    await store().transaction((tx) => enqueueNorms(tx, { jobs }));
    await store().transaction((tx) => enqueueNorms(tx, { jobs }));
    expect(await waiting()).toMatchObject([{ state: 'retry', isDue: true }]);
  });
});

onPostgresql('norms are enqueued by several transactions', () => {
  it('without waiting for each other, whatever else they have locked', async () => {
    const { pool, close } = await openTestDatabase();
    const jobs = await createJobQueue(pool, { log: () => {} });
    onTestFinished(async () => {
      await jobs.stop();
      await close();
    });
    const db = openStore(pool);
    await jobs.enqueue(db, 'make-norms', {});
    await pool.query(`update pgboss.job set state = 'retry', start_after = now() + interval '160 s'`);
    await db.transaction(async (tx) => {
      await enqueueNorms(tx, { jobs });
      await db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`);
        await enqueueNorms(other, { jobs });
      });
    });
    const { rows } = await pool.query(`select from pgboss.job where name = 'make-norms' and start_after <= now()`);
    expect(rows).toHaveLength(1);
  });
});
