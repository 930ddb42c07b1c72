import { randomInt } from 'node:crypto';

import pg from 'pg';

import { connectToRunning } from '../../services/database/open-database';
import type { Resources } from '../bench/resources';
import { startCluster } from '../cluster/cluster';
import type { ServerProcess } from '../e2e/support/server-process';

/** The built server with the embedded database, or two with PostgreSQL behind one address. */
export interface KillableSite {
  origin: string;
  dataDir: string;
  /** Kills a server, with its embedded database, and starts it again. Where there are two, the other one goes on. */
  kill(): Promise<void>;
  withDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result>;
}

/** The server must have its own process group. */
export function oneServer(server: ServerProcess): KillableSite {
  return {
    origin: server.origin,
    dataDir: server.dataDir,
    async kill() {
      await server.killAll();
      await server.start();
    },
    async withDatabase(work) {
      const database = await connectToRunning(server.dataDir);
      if (!database) throw new Error('The database does not run.');
      return work(database.pool).finally(database.close);
    },
  };
}

/** Starts two servers with one PostgreSQL database and one data folder, behind a balancer. One of them is killed. */
export async function twoServers(resources: Resources): Promise<KillableSite> {
  const { origin, dataDir, servers, databaseUrl } = await startCluster(resources, { onDisk: true });
  let starting = Promise.resolve();
  resources.add(() => starting);
  return {
    origin,
    dataDir,
    async kill() {
      await starting;
      const killed = servers[randomInt(servers.length)]!;
      await killed.kill();
      starting = killed.start();
      // Whoever waits for it gets the reason; until then it must not end the process.
      starting.catch(() => undefined);
    },
    async withDatabase(work) {
      const pool = new pg.Pool({ connectionString: databaseUrl.href, max: 2 });
      return work(pool).finally(() => pool.end());
    },
  };
}
