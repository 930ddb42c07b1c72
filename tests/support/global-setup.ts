import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { bundle, childEntries } from '../../services/launcher/bundle';
import { projectRoot } from './imports';
import { keepFolder, makeRunFolder } from './kept-folder';
import { migrateAll } from './migrate-all';
import { databaseUrl, runOnServer, sayWhatIsSkipped } from './postgresql-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of a migrated, empty embedded database; test databases are copies of it. */
    databaseTemplate: string;
    /** Name of a migrated, empty database on the server of TEST_DATABASE_URL; null without one. */
    postgresqlTemplate: string | null;
    /** Seed of the random numbers in a run. */
    seed: number;
    /** Folder of the run with the bundled entries of child processes; removed at its end. */
    childBundles: string;
  }
}

/** Everything that determines the template; any change leads to a new one. */
const sources = [
  'package-lock.json',
  'tests/support/migrate-all.ts',
  'services/repository/jobs/pg-boss-queue.ts',
  'services/database/migrate-schema.ts',
  'services/repository/store/migrations',
  'services/identity/store/migrations',
  'services/audit/migrations',
  'app/store/migrations',
];

/** Prepares what test files share: databases to copy, and bundles of child processes. */
export default async function setup(project: TestProject) {
  project.provide('seed', seedOfRun());

  const template = await keepFolder('test-database-', hashOfSources(), makeTemplate);
  project.provide('databaseTemplate', path.join(template, 'database'));

  const children = makeRunFolder('children-');
  const bundleChildren = () => bundle(children, childEntries, 'inline');
  await bundleChildren();
  project.onTestsRerun(async () => void (await bundleChildren()));
  project.provide('childBundles', children);

  const { TEST_DATABASE_URL: url } = process.env;
  const name = url ? `motothek_template_${randomUUID().replaceAll('-', '')}` : null;
  if (url && name) await makePostgresqlTemplate(url, name);
  project.provide('postgresqlTemplate', name);
  return async () => {
    rmSync(children, { recursive: true, force: true });
    if (url && name) await runOnServer(url, `drop database ${name}`);
    if (project === project.vitest.projects[0]) sayWhatIsSkipped();
  };
}

/** The same seed for all projects of a run: TEST_SEED, or a new one that is printed. */
function seedOfRun(): number {
  if (!process.env.TEST_SEED) {
    process.env.TEST_SEED = String(randomInt(2 ** 31));
    process.stdout.write(`TEST_SEED=${process.env.TEST_SEED} repeats what this run leaves to chance.\n`);
  }
  return Number(process.env.TEST_SEED);
}

async function makePostgresqlTemplate(url: string, name: string): Promise<void> {
  await runOnServer(url, `create database ${name}`);
  const pool = new pg.Pool({ connectionString: databaseUrl(url, name).href, max: 4 });
  await migrateAll(pool);
  await pool.end();
}

async function makeTemplate(folder: string): Promise<void> {
  // The path of this project may be too long for a socket.
  const sockets = mkdtempSync(path.join(os.tmpdir(), 'motothek-'));
  const db = await PGlite.create(path.join(folder, 'database'), { extensions: { pg_trgm } });
  const server = new PGLiteSocketServer({ db, path: path.join(sockets, '.s.PGSQL.5432'), maxConnections: 4 });
  await server.start();
  const pool = new pg.Pool({ host: sockets, port: 5432, user: 'postgres', database: 'postgres', max: 1 });
  await migrateAll(pool);
  await pool.end();
  await server.stop();
  await db.close();
  rmSync(sockets, { recursive: true, force: true });
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(path.join(projectRoot, source))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(entry: string): string[] {
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(entry, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}
