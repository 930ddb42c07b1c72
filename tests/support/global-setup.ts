import { mkdtempSync, rmSync } from 'node:fs';
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

/** Prepares the database that every test copies: creating and migrating one takes seconds. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-template-'));
  const template = path.join(folder, 'database');
  const db = await PGlite.create(template);
  const server = new PGLiteSocketServer({ db, path: path.join(folder, '.s.PGSQL.5432') });
  await server.start();
  const pool = new pg.Pool({ host: folder, port: 5432, user: 'postgres', database: 'postgres', max: 1 });
  await migrateAll(pool);
  await pool.end();
  await server.stop();
  await db.close();
  project.provide('databaseTemplate', template);
  return () => rmSync(folder, { recursive: true, force: true });
}
