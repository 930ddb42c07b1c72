import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { migrateAll } from './migrate-all';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of a migrated, empty embedded database; test databases are copies of it. */
    databaseTemplate: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache');
const prefix = 'test-database-';
const dayMs = 86_400_000;
/** Everything the template follows from; a change of any makes a new one. */
const sources = [
  'package-lock.json',
  'tests/support/migrate-all.ts',
  'services/repository/jobs/pg-boss-queue.ts',
  'services/repository/store/migrate.ts',
  'services/repository/store/migrations',
  'services/identity/store/migrate.ts',
  'services/identity/store/migrations',
  'app/store/database.ts',
  'app/store/migrations',
];

/** Prepares the database that every test copies. Making one takes seconds, so it is kept between runs. */
export default async function setup(project: TestProject) {
  const template = path.join(cache, `${prefix}${hashOfSources()}`);
  if (!existsSync(template)) await makeTemplate(template);
  project.provide('databaseTemplate', path.join(template, 'database'));
}

async function makeTemplate(template: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  removeOldTemplates();
  const folder = mkdtempSync(path.join(cache, 'making-'));
  // The path of this project may be too long for a socket.
  const sockets = mkdtempSync(path.join(os.tmpdir(), 'motothek-'));
  const db = await PGlite.create(path.join(folder, 'database'));
  const server = new PGLiteSocketServer({ db, path: path.join(sockets, '.s.PGSQL.5432'), maxConnections: 4 });
  await server.start();
  const pool = new pg.Pool({ host: sockets, port: 5432, user: 'postgres', database: 'postgres', max: 1 });
  await migrateAll(pool);
  await pool.end();
  await server.stop();
  await db.close();
  rmSync(sockets, { recursive: true, force: true });
  try {
    renameSync(folder, template);
  } catch (error) {
    // Another run has just made the same one.
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

function removeOldTemplates(): void {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const isOurs = name.startsWith(prefix) || name.startsWith('making-');
    if (isOurs && Date.now() - statSync(folder).mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true });
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(path.join(root, source))) hash.update(file).update(readFileSync(file));
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
