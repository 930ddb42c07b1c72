import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { createAccounts } from '../../services/identity/accounts/accounts';
import type { Resources } from '../bench/resources';
import { accounts } from './people';
import { demoPassword, startServer, type ServerProcess } from '../e2e/support/server-process';
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy';
import { startS3Server } from '../support/s3-server';
import { startBalancer } from './balancer';
import { openThrowAwayDatabase } from './throw-away-postgresql';

/** Number of lines of output to show for a server that ended unexpectedly. */
const lastLines = 24;

/** Servers and workers of one site with their balancer, database and object store. */
export interface Cluster {
  origin: string;
  /** Of the first server; of all if the objects are in it. */
  dataDir: string;
  servers: ServerProcess[];
  /** Processes that do the jobs. Without any, the servers do them. */
  workers: ServerProcess[];
  database: CuttableProxy;
  /** Address of the database itself. */
  databaseUrl: URL;
  /** Null if the objects are in the data folder. */
  store: CuttableProxy | null;
}

export interface ClusterOptions {
  servers?: number;
  workers?: number;
  /** The objects are in a data folder that all share, and there is no bucket. */
  onDisk?: boolean;
}

/**
 * Built servers and workers with one PostgreSQL database and one bucket, each reached through a port that can be cut. The
 * servers are behind a balancer without stickiness. Each process has a data folder of its own, unless `onDisk`.
 */
export async function startCluster(
  resources: Resources,
  { servers: serverCount = 2, workers: workerCount = 0, onDisk = false }: ClusterOptions = {},
): Promise<Cluster> {
  const databaseUrl = await openThrowAwayDatabase(resources);
  const database = await startCuttableProxy({ host: '127.0.0.1', port: Number(databaseUrl.port || 5432) });
  resources.add(() => database.close());
  const store = onDisk ? null : await startBucket(resources);
  const balancer = await startBalancer();
  resources.add(() => balancer.close());

  const cut = new URL(databaseUrl);
  cut.hostname = '127.0.0.1';
  cut.port = String(database.port);
  const dataDir = resources.makeFolder();
  const environment = {
    ORIGIN: balancer.origin,
    DATABASE_URL: cut.href,
    OBJECT_STORE_URL: store?.url ?? '',
    SESSION_SECRET: randomUUID() + randomUUID(),
  };
  const start = async (role: string, folder: string) => {
    const started = await startServer({ ...environment, DATA_DIR: folder, ROLE: role });
    resources.add(() => started.stop());
    return started;
  };
  // One after the other, because the first one creates the demonstration, which needs a process that does everything.
  if (workerCount > 0) await (await start('all', dataDir)).terminate();
  const [servers, workers]: [ServerProcess[], ServerProcess[]] = [[], []];
  for (let count = 0; count < serverCount; count += 1) {
    const folder = onDisk || count === 0 ? dataDir : resources.makeFolder();
    servers.push(await start(workerCount > 0 ? 'web,api' : 'all', folder));
  }
  for (let count = 0; count < workerCount; count += 1) {
    workers.push(await start('worker', onDisk ? dataDir : resources.makeFolder()));
  }
  await addAccounts(databaseUrl);
  balancer.leadTo(servers.map(({ ownAddress }) => Number(new URL(ownAddress).port)));
  return { origin: balancer.origin, dataDir, servers, workers, database, databaseUrl, store: store?.proxy ?? null };
}

/** A bucket behind a port that can be cut. */
async function startBucket(resources: Resources): Promise<{ proxy: CuttableProxy; url: string }> {
  const s3 = await startS3Server();
  resources.add(() => s3.stop());
  const { bucket, region, endpoint = '' } = s3.settings;
  const proxy = await startCuttableProxy({ host: '127.0.0.1', port: Number(new URL(endpoint).port) });
  resources.add(() => proxy.close());
  return { proxy, url: `s3://${bucket}?endpoint=http://127.0.0.1:${proxy.port}&region=${region}` };
}

/** Restarts servers that have ended unexpectedly. Returns the last lines of their output. */
export async function reviveServers({ servers, workers }: Cluster): Promise<string[]> {
  const dead = [...servers, ...workers].filter((server) => !isAlive(server.pid()));
  const words = dead.map((server) => server.output().trimEnd().split('\n').slice(-lastLines).join('\n'));
  for (const server of dead) await server.start();
  return words;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Adds contributors to the one of the demonstration. */
async function addAccounts(databaseUrl: URL): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl.href, max: 1 });
  const [, ...others] = accounts.contributors;
  for (const email of others) {
    await createAccounts(pool).add({ email, name: 'Connie Contributor', password: demoPassword });
  }
  await pool.end();
}
