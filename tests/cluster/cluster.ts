import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { createAccounts } from '../../services/identity/accounts/accounts';
import type { Resources } from '../bench/resources';
import { accounts } from './people';
import { demoPassword, startServer, type ServerProcess } from '../e2e/support/server-process';
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy';
import { startS3Server } from '../support/s3-server';
import { startBalancer } from './balancer';
import { startPostgresql } from './throw-away-postgresql';

/** Number of lines of output to show for a server that ended unexpectedly. */
const lastLines = 24;

/** Two servers of one site with their balancer, database and object store. */
export interface Cluster {
  origin: string;
  servers: [ServerProcess, ServerProcess];
  database: CuttableProxy;
  store: CuttableProxy;
}

/**
 * Two built servers with one PostgreSQL database and one bucket, each reached through a port that can be cut, behind a
 * balancer without stickiness. They share the data folder, as docs/operations.md asks for. PostgreSQL is the server of
 * TEST_DATABASE_URL with a separate database, or one that is started for the run.
 */
export async function startCluster(resources: Resources): Promise<Cluster> {
  const databaseUrl = await openDatabase(resources);
  const database = await startCuttableProxy({ host: '127.0.0.1', port: Number(databaseUrl.port || 5432) });
  resources.add(() => database.close());
  const s3 = await startS3Server();
  resources.add(() => s3.stop());
  const store = await startCuttableProxy({ host: '127.0.0.1', port: Number(new URL(s3.settings.endpoint ?? '').port) });
  resources.add(() => store.close());
  const balancer = await startBalancer();
  resources.add(() => balancer.close());

  const cut = new URL(databaseUrl);
  cut.hostname = '127.0.0.1';
  cut.port = String(database.port);
  const { bucket, region } = s3.settings;
  const environment = {
    ORIGIN: balancer.origin,
    DATA_DIR: resources.makeFolder(),
    DATABASE_URL: cut.href,
    OBJECT_STORE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${store.port}&region=${region}`,
    SESSION_SECRET: randomUUID() + randomUUID(),
  };
  const start = async () => {
    const server = await startServer(environment);
    resources.add(() => server.stop());
    return server;
  };
  // One after the other, because the first one creates the demonstration.
  const servers: Cluster['servers'] = [await start(), await start()];
  await addAccounts(databaseUrl);
  balancer.leadTo(servers.map(({ origin }) => Number(new URL(origin).port)));
  return { origin: balancer.origin, servers, database, store };
}

/** Restarts servers that have ended unexpectedly. Returns the last lines of their output. */
export async function reviveServers({ servers }: Cluster): Promise<string[]> {
  const dead = servers.filter((server) => !isAlive(server.pid()));
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

async function openDatabase(resources: Resources): Promise<URL> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const server = await startPostgresql();
    resources.add(() => server.stop());
    return new URL(server.url);
  }
  const name = `motothek_cluster_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(given, `create database ${name}`);
  resources.add(() => runOnServer(given, `drop database ${name} with (force)`));
  const own = new URL(given);
  own.pathname = `/${name}`;
  return own;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
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
