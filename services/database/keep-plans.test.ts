import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';

import { keepPlans } from './keep-plans';
import { keepExchangesWhole } from './whole-exchanges';

const maxPlans = 3;
const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-plans-'));
const connection = { host: folder, port: 5432, user: 'postgres', database: 'postgres' };
let db: PGlite;
let server: PGLiteSocketServer;
let pool: pg.Pool;
beforeAll(async () => {
  cpSync(inject('databaseTemplate'), path.join(folder, 'database'), { recursive: true });
  db = await PGlite.create(path.join(folder, 'database'));
  keepPlans(db, { maxPlans });
  keepExchangesWhole(db);
  server = new PGLiteSocketServer({ db, path: path.join(folder, '.s.PGSQL.5432'), maxConnections: 20 });
  await server.start();
  pool = new pg.Pool({ ...connection, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await pool.query('drop table if exists things');
  await pool.query('create table things (id int primary key, name text)');
  await pool.query(`insert into things values (1, 'one'), (2, 'two')`);
});

const nameOf = 'select name from things where id = $1';
/** Statements with a kept plan. */
async function kept(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement).toSorted();
}

it('plans a statement once for all connections, and gives each its own values', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  const answers = await Promise.all(
    [1, 2, 3, 1, 2, 3].map((id, index) => clients[index % 3]!.query<{ name: string }>(nameOf, [id])),
  );
  for (const client of clients) client.release();
  const names = answers.map(({ rows }) => rows[0]?.name ?? null);
  expect(names).toEqual(['one', 'two', null, 'one', 'two', null]);
  expect(await kept()).toEqual([nameOf]);
});

it('answers as before: columns, counts and errors', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { fields, rowCount, command } = await pool.query(nameOf, [1]);
    expect([fields.map(({ name }) => name), rowCount, command]).toEqual([['name'], 1, 'SELECT']);
    await expect(pool.query('select nothing from things where id = $1', [1])).rejects.toThrow(
      '"nothing" does not exist',
    );
    await expect(pool.query(nameOf, ['no number'])).rejects.toThrow('invalid input syntax for type integer');
    await expect(pool.query('insert into things values ($1, $2)', [1, 'again'])).rejects.toThrow('things_pkey');
  }
  const { rows } = await pool.query<{ name: string }>(nameOf, [2]);
  expect(rows).toEqual([{ name: 'two' }]);
});

it('works within transactions, also failed ones', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('update things set name = $1 where id = $2', ['changed', 1]);
  await expect(client.query(nameOf, ['no number'])).rejects.toThrow('invalid input syntax');
  await expect(client.query(nameOf, [1])).rejects.toThrow('current transaction is aborted');
  await client.query('rollback');
  expect((await client.query<{ name: string }>(nameOf, [1])).rows).toEqual([{ name: 'one' }]);
  client.release();
});

it('keeps no more plans than it may, and those that are in use', async () => {
  const constants = [1, 2, 3, 4, 5].map((number) => `select $1::int + ${number} as sum`);
  for (const statement of constants) {
    await pool.query(nameOf, [1]);
    expect((await pool.query<{ sum: number }>(statement, [10])).rows[0]?.sum).toBe(11 + constants.indexOf(statement));
  }
  expect(await kept()).toEqual([...constants.slice(-2), nameOf].toSorted());
});

it('plans anew when tables are changed', async () => {
  await pool.query('select * from things where id = $1', [1]);
  await pool.query('alter table things add column size int default 7');
  expect((await pool.query('select * from things where id = $1', [1])).rows).toEqual([{ id: 1, name: 'one', size: 7 }]);
});

it('plans anew after a change of tables that was rolled back', async () => {
  const all = () => pool.query('select * from things where id = $1', [1]);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('alter table things add column size int default 7');
  expect((await client.query('select * from things where id = $1', [1])).rows).toEqual([
    { id: 1, name: 'one', size: 7 },
  ]);
  await client.query('rollback');
  client.release();
  // The plan that does not hold any more is noticed once.
  await all().catch(() => null);
  expect((await all()).rows).toEqual([{ id: 1, name: 'one' }]);
});

it('drops a plan that a notice came before', async () => {
  const statement = `select '\\\\' || $1::text as text`;
  await pool.query('set standard_conforming_strings = off');
  for (let round = 0; round < 3; round += 1) await pool.query(statement, ['a']);
  await pool.query('reset standard_conforming_strings');
  expect(await kept()).toEqual([]);
});

it('keeps no plan of a statement for many rows', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `($1::int + ${index + 10}, null)`).join(', ');
  await pool.query(`insert into things values ${rows}`, [0]);
  expect(await kept()).toEqual([]);
});

it('leaves names that a client gives alone', async () => {
  for (let round = 0; round < 2; round += 1) {
    expect((await pool.query({ name: `mine_${round}`, text: nameOf, values: [1] })).rows).toEqual([{ name: 'one' }]);
  }
});

/** A database that only takes down what it is sent, by the kinds of messages, and answers that a 'parse' succeeded. */
function listening(limits: Parameters<typeof keepPlans>[1] = {}) {
  const heard: Buffer[] = [];
  const stub = {
    execProtocolRawStream: (message: Uint8Array, options?: { onRawData(data: Uint8Array): void }) => {
      heard.push(Buffer.from(message));
      options?.onRawData(Buffer.from([0x31, 0, 0, 0, 4]));
      return Promise.resolve();
    },
  } as unknown as PGlite;
  keepPlans(stub, limits);
  return { heard, send: (bytes: Buffer) => stub.execProtocolRawStream(bytes, { onRawData: () => {} }) };
}
const message = (kind: string, fields = '') => {
  const bytes = Buffer.from(`${kind}\0\0\0\0${fields}`, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};
const asked = (...messages: Buffer[]) => Buffer.concat(messages);
const parsed = message('P', '\0select 1\0\0\0');
const bound = message('B', '\0\0\0\0\0\0\0\0');
const [described, executed, synced] = [message('D', 'P\0'), message('E', '\0\0\0\0\0'), message('S')];

it('plans anew after a time, because tables may have grown', async () => {
  const { heard, send } = listening({ maxAgeMs: 0 });
  const exchange = asked(parsed, bound, described, executed, synced);
  await send(exchange);
  await send(exchange);
  expect(heard.map((bytes) => bytes.toString('latin1')[0])).toEqual(['P', 'C', 'P']);
});

it.for([
  ['with a message that does not say how long it is', asked(parsed, Buffer.from('B\0\0\0\0', 'latin1'))],
  ['that ends in a message', asked(parsed, bound.subarray(0, 7))],
  ['that is bound twice', asked(parsed, bound, executed, bound, executed, synced)],
  ['whose statement is described', asked(parsed, bound, message('D', 'S\0'), executed, synced)],
  ['that goes on after a flush', asked(parsed, bound, message('H'))],
] as const)('a query %s is passed on as it is', async ([, exchange]) => {
  const { heard, send } = listening();
  await send(exchange);
  expect(heard).toEqual([exchange]);
});
