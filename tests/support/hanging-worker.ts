/**
 * A server that only works on the job queue and is meant to be killed: says when it has started, takes a job and completes
 * it only when it is sent a line.
 */
import { once } from 'node:events';

import pg from 'pg';

import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';

const [connection] = process.argv.slice(2);
const pool = new pg.Pool({ ...(JSON.parse(connection ?? '{}') as pg.PoolConfig), max: 2 });
const queue = await createJobQueue(pool, { log: (message) => process.stderr.write(`${message}\n`) });
queue.handle('send-mail', () => once(process.stdin, 'data').then(() => undefined));
await queue.start();
process.stdout.write('started\n');
