import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { cutIdleTransactions } from './cut-idle';
import { keepExchangesWhole } from './whole-exchanges';

const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-exchanges-'));
const connection = { host: folder, port: 5432, user: 'postgres', database: 'postgres' };
let db: PGlite;
let server: PGLiteSocketServer;

beforeAll(async () => {
  cpSync(inject('databaseTemplate'), path.join(folder, 'database'), { recursive: true });
  db = await PGlite.create(path.join(folder, 'database'));
  keepExchangesWhole(db);
  server = new PGLiteSocketServer({ db, path: path.join(folder, '.s.PGSQL.5432'), maxConnections: 20 });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Queries of one of many connections, within transactions and without. Returns the results. */
async function converse(pool: pg.Pool, value: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  const ask = async (on: pg.Pool | pg.PoolClient) =>
    answers.push((await on.query<{ value: number }>('select $1::int as value', [value])).rows[0]?.value);
  await ask(pool);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [1]);
  await ask(client);
  await client.query(value % 2 ? 'rollback' : 'commit');
  client.release();
  await ask(pool);
  return answers;
}

it('gives every connection its own results', async () => {
  const values = [1, 2, 3, 4];
  for (let round = 0; round < 15; round += 1) {
    const pool = new pg.Pool({ ...connection, max: 8 });
    const answers = await Promise.all(values.map((value) => converse(pool, value)));
    await pool.end();
    expect(answers).toEqual(values.map((value) => [value, value, value]));
  }
});

it('serves the others when a client disconnects during a transaction', async () => {
  const leaving = new pg.Client(connection);
  leaving.on('error', () => {});
  await leaving.connect();
  await leaving.query('begin');
  await leaving.query('select $1::int', [1]);
  const pool = new pg.Pool({ ...connection, max: 1 });
  const waiting = pool.query<{ value: number }>('select $1::int as value', [2]);
  (leaving as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect((await waiting).rows).toEqual([{ value: 2 }]);
  await pool.end();
});

it('cuts a client that says nothing within a transaction, and serves the others', async () => {
  const stop = cutIdleTransactions(db, server, { everyMs: 50, maxLooks: 4 });
  const stopped = new pg.Client(connection);
  const gone = new Promise<void>((resolve) => void stopped.once('end', resolve));
  stopped.on('error', () => {});
  await stopped.connect();
  await stopped.query('begin');
  await stopped.query('create table left_over (id int)');
  const other = new pg.Client(connection);
  await other.connect();
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await gone;
  expect((await other.query(`select to_regclass('left_over') as found`)).rows).toEqual([{ found: null }]);
  await other.end();
  stop();
});
